/** Where the bytes of a list can be cut: between two items, so that each part, in brackets, is a list by itself. */
import { stepBytes } from '../../platform/sync/turns.ts';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The first comma between two items that is a step of work behind `start`; the end of the list where there is none. */
export function partEnd({ bytes, end }: { bytes: Buffer; end: number }, start: number): number {
  const least = start + stepBytes;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) at = stringEnd(bytes, at, end);
    else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma && depth === 0 && at >= least) return at;
  }
  return end;
}

function stringEnd(bytes: Buffer, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  return end;
}
