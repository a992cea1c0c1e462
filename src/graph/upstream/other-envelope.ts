/** Finds the list in a body that is written with white space, or with other members around the list, without parsing its records. */
import { isUtf8 } from 'node:buffer';
import { parseRecord } from '../../platform/json/is-record.ts';
import { malformed } from '../errors/gateway-error.ts';

/** The parsed members around the list, and where its records begin and end. */
export interface Envelope {
  members: Record<string, unknown>;
  start: number;
  end: number;
}

/** The beginning of any body with a list: there may be white space, and other members before the list. */
export const listOpening = /^([ \t\n\r]*\{.*?)"data"[ \t\n\r]*:[ \t\n\r]*\[[ \t\n\r]*/s;
/** Bytes in which a list is expected to begin. Where it does not, more are inspected. */
export const openingMax = 1_024;
const longOpeningMax = 65_536;
/** Bytes after a list that are parsed, in one turn: as many as of a record. */
const endingMax = 1_048_576;
/** A longer list is taken for that of the records. */
const otherListMax = 1_024;
/** Text between the list and the next member, or the end of the object. */
const afterList = /^[ \t\n\r]*(?:,(?=[ \t\n\r]*")|(?=\}))/;
const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}');

/**
 * The envelope of such a list; undefined if there is none. If there are two long lists, it may end with the wrong one. Throws
 * UPSTREAM_ERROR if the members after the list are too long.
 */
export function otherEnvelope(bytes: Buffer): Envelope | undefined {
  const head = otherHead(bytes);
  if (head === undefined || !isUtf8(bytes)) return undefined;
  const end = endOfList(bytes, head.start);
  if (end >= 0 && bytes.length - end > endingMax) throw malformed('the members after `data` have more than 1 MiB');
  const after = end < 0 ? '' : bytes.toString('utf8', end + 1);
  const members = afterList.test(after) ? parseRecord(`{${after.replace(afterList, '')}`) : undefined;
  if (members === undefined || 'data' in members) return undefined;
  const text = bytes.toString('latin1', Math.max(head.start, end - otherListMax), end);
  const spaces = text.length - text.replace(/[ \t\n\r]+$/, '').length;
  return { members: { ...head.members, ...members }, start: head.start, end: end - spaces };
}

/** The members before the list, and where its records begin. */
function otherHead(bytes: Buffer): Omit<Envelope, 'end'> | undefined {
  const opening = (bytesMax: number) => listOpening.exec(bytes.toString('latin1', 0, bytesMax));
  const [written, before = ''] = opening(openingMax) ?? opening(longOpeningMax) ?? [];
  if (written === undefined) return undefined;
  const members = parseRecord(`${bytes.toString('utf8', 0, before.length)}"data":0}`);
  return members && { members, start: written.length };
}

/**
 * The closing bracket of the last list that begins at `start` or is long; -1 if there is none. Reads backwards from the end, so that only
 * the members after the list are read.
 */
function endOfList(bytes: Buffer, start: number): number {
  let end = -1;
  let depth = 0;
  let isText = false;
  for (let at = bytes.length - 1; at >= start; at -= 1) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText || isEscaped(bytes, at);
    else if (isText) continue;
    else if (byte === openBrace || byte === openBracket) depth -= 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth += 1;
      if (depth === 2) end = at;
    }
    if (depth >= 2 && end - at > otherListMax && bytes[end] === closeBracket) break;
  }
  return depth >= 2 && bytes[end] === closeBracket ? end : -1;
}

/** Whether an odd number of backslashes is before a quote. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
