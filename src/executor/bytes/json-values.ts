/**
 * Reads one JSON value (RFC 8259) in bytes: gives the place after it, or -1 where it is not one that may be copied as it stands.
 * `copied…` pass only what JSON.stringify would write of the parsed value, so that the bytes themselves are the answer.
 */

const quote = 0x22;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;

/** Digits that a double holds whatever they are: up to here the shortest text of a number is the one that was read. */
const digitsMax = 15;
/** Below this many decimals a number is at least 1e-6, which is written without an exponent. */
const decimalsMax = 6;

/** Where the number last read by `copiedFloat` ends but for zeros at the end of its decimals. */
export const lastNumber = { end: 0 };

/** A finite number that JSON.stringify writes as it stands, but for what follows `lastNumber.end`. */
export function copiedFloat(bytes: Uint8Array, start: number): number {
  const whole = bytes[start] === minus ? start + 1 : start;
  let at = wholePart(bytes, whole);
  if (at < 0) return -1;
  let end = at;
  if (bytes[at] === point) {
    const decimals = at + 1;
    at = digits(bytes, decimals);
    if (at === decimals) return -1;
    end = at;
    while (bytes[end - 1] === zero) end--;
    if (end === decimals) end--;
    else if (bytes[whole] === zero && end - decimals > decimalsMax) return -1;
  }
  // An exponent, more digits than a double holds, or minus zero.
  if (((bytes[at] as number) | 0x20) === 0x65 || end - start > digitsMax) return -1;
  if (end === start + 2 && bytes[start] === minus && bytes[whole] === zero) return -1;
  lastNumber.end = end;
  return at;
}

const intDigitsMax = 9;

/** A whole number of 32 bits that JSON.stringify writes as it stands. */
export function copiedInt(bytes: Uint8Array, start: number): number {
  const at = copiedFloat(bytes, start);
  return lastNumber.end === at && at - start <= intDigitsMax && isWhole(bytes, start, at) ? at : -1;
}

function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === point) return false;
  return true;
}

/** Any number. */
export function skippedNumber(bytes: Uint8Array, start: number): number {
  let at = wholePart(bytes, bytes[start] === minus ? start + 1 : start);
  if (at < 0) return -1;
  if (bytes[at] === point) {
    const decimals = at + 1;
    at = digits(bytes, decimals);
    if (at === decimals) return -1;
  }
  return ((bytes[at] as number) | 0x20) === 0x65 ? exponent(bytes, at + 1) : at;
}

/** The digits before a point: none too many, none too few. */
function wholePart(bytes: Uint8Array, start: number): number {
  const end = digits(bytes, start);
  return end === start || (bytes[start] === zero && end > start + 1) ? -1 : end;
}

function exponent(bytes: Uint8Array, start: number): number {
  const sign = bytes[start];
  const first = sign === minus || sign === 0x2b ? start + 1 : start;
  const end = digits(bytes, first);
  return end === first ? -1 : end;
}

function digits(bytes: Uint8Array, start: number): number {
  let at = start;
  let digit = bytes[at] as number;
  while (digit >= zero && digit <= nine) digit = bytes[++at] as number;
  return at;
}

/** A string that JSON.stringify writes as it stands. */
export function copiedString(bytes: Uint8Array, start: number): number {
  return string(bytes, start, isShortEscape);
}

/** Any string. */
export function skippedString(bytes: Uint8Array, start: number): number {
  return string(bytes, start, isEscape);
}

function string(bytes: Uint8Array, start: number, isAllowed: (bytes: Uint8Array, at: number) => boolean): number {
  if (bytes[start] !== quote) return -1;
  let at = start + 1;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte === quote) return at + 1;
    // Past the end a byte is undefined, and not at least a space.
    if (byte === backslash && isAllowed(bytes, at + 1)) at += 2;
    else if (byte >= 0x20 && byte !== backslash) at++;
    else return -1;
  }
}

const shortEscapes = table('"\\bfnrt');
const escapes = table('"\\/bfnrt');

/** An escape for which JSON has no shorter text. */
function isShortEscape(bytes: Uint8Array, at: number): boolean {
  return shortEscapes[bytes[at] as number] === 1;
}

function isEscape(bytes: Uint8Array, at: number): boolean {
  return escapes[bytes[at] as number] === 1 || (bytes[at] === 0x75 && isHex4(bytes, at + 1));
}

function isHex4(bytes: Uint8Array, start: number): boolean {
  return /^[\da-f]{4}$/i.test(String.fromCharCode(...bytes.subarray(start, start + 4)));
}

function table(characters: string): Uint8Array {
  const marked = new Uint8Array(256);
  for (const character of characters) marked[character.charCodeAt(0)] = 1;
  return marked;
}
