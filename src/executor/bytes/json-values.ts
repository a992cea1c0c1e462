/**
 * Reads JSON values (RFC 8259) in bytes: each function returns the position after a value, or -1. `copied…` pass only bytes that
 * JSON.stringify would write for the parsed value, so that they can be copied.
 */
const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;

/** A double represents every number of at most this many digits: its shortest text is the text that was read. */
const digitsMax = 15;
/** With at most this many decimals, a number is at least 1e-6 and written without an exponent. */
const decimalsMax = 6;

/**
 * End of the bytes to copy of the value last read, without trailing zeros of decimals. Negative: the value must be rewritten.
 * `isRewritten`: whether any value must be, since it was set to false.
 */
export const lastCopied = { end: 0, isRewritten: false };

/** A finite number whose bytes up to `lastCopied.end` are what JSON.stringify writes. */
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
  // An exponent, too many digits, or minus zero.
  if (((bytes[at] as number) | 0x20) === 0x65 || end - start > digitsMax) return -1;
  if (end === start + 2 && bytes[start] === minus && bytes[whole] === zero) return -1;
  lastCopied.end = end;
  return at;
}

const intDigitsMax = 9;

/** A whole number of 32 bits that JSON.stringify writes as it stands. */
export function copiedInt(bytes: Uint8Array, start: number): number {
  const at = copiedFloat(bytes, start);
  if (lastCopied.end !== at || at - start > intDigitsMax) return -1;
  for (let digit = start; digit < at; digit++) if (bytes[digit] === point) return -1;
  return at;
}

/** Any number: `lastCopied` states whether its bytes can be copied. A number that is rewritten may be infinite. */
export function readFloat(bytes: Buffer, start: number): number {
  const at = copiedFloat(bytes, start);
  return at < 0 ? toRewrite(skippedNumber(bytes, start)) : at;
}

/** Like `readFloat`, for a whole number of 32 bits. */
export function readInt(bytes: Buffer, start: number): number {
  const at = copiedInt(bytes, start);
  if (at >= 0) return at;
  const end = skippedNumber(bytes, start);
  const value = Number(bytes.toString('latin1', start, end));
  return value === (value | 0) ? toRewrite(end) : -1;
}

function toRewrite(end: number): number {
  lastCopied.end = -end;
  lastCopied.isRewritten = true;
  return end;
}

/**
 * The number that `readFloat` read, up to its `lastCopied.end`. Up to 15 digits and their power of ten are exact in a double, so one
 * division rounds like a parser (Clinger 1990).
 */
export function numberAt(bytes: Buffer, start: number, end: number): number {
  if (end < 0) return Number(bytes.toString('latin1', start, -end));
  let digits = 0;
  let scale = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === minus) continue;
    if (byte === point) scale = 1;
    else {
      digits = digits * 10 + (byte - zero);
      scale *= 10;
    }
  }
  const value = scale > 1 ? digits / scale : digits;
  return bytes[start] === minus ? -value : value;
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
  if (((bytes[at] as number) | 0x20) !== 0x65) return at;
  const sign = bytes[at + 1];
  const exponent = sign === minus || sign === 0x2b ? at + 2 : at + 1;
  const end = digits(bytes, exponent);
  return end === exponent ? -1 : end;
}

/** The digits before a point: at least one, and no leading zero. */
function wholePart(bytes: Uint8Array, start: number): number {
  const end = digits(bytes, start);
  return end === start || (bytes[start] === zero && end > start + 1) ? -1 : end;
}

function digits(bytes: Uint8Array, start: number): number {
  let at = start;
  let digit = bytes[at] as number;
  while (digit >= zero && digit <= nine) digit = bytes[++at] as number;
  return at;
}

/** A string that JSON.stringify writes as it stands. */
export const copiedString = (bytes: Uint8Array, start: number): number => string(bytes, start, isShortEscape);

/** Any string: `lastCopied` states whether its bytes can be copied. */
export function readString(bytes: Uint8Array, start: number): number {
  const at = copiedString(bytes, start);
  if (at < 0) return toRewrite(skippedString(bytes, start));
  lastCopied.end = at;
  return at;
}

/** Any string. */
export const skippedString = (bytes: Uint8Array, start: number): number => string(bytes, start, isEscape);

function string(bytes: Uint8Array, start: number, isAllowed: (bytes: Uint8Array, at: number) => boolean): number {
  if (bytes[start] !== quote) return -1;
  let at = start + 1;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte === quote) return at + 1;
    // Past the end, a byte is undefined: comparisons with it are false.
    if (byte === backslash && isAllowed(bytes, at + 1)) at += 2;
    else if (byte >= 0x20 && byte !== backslash) at++;
    else return -1;
  }
}

const literals = new Map(['true', 'false', 'null'].map((text) => [text.charCodeAt(0), Buffer.from(text)]));

/** Any value. Throws RangeError if it is nested too deeply. */
export function skippedValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start] as number;
  if (first === quote) return skippedString(bytes, start);
  if (first === openBrace || first === openBracket) return skippedItems(bytes, start, first);
  const literal = literals.get(first);
  if (literal === undefined) return skippedNumber(bytes, start);
  return literal.every((byte, at) => bytes[start + at] === byte) ? start + literal.length : -1;
}

/** A list or an object with white space anywhere. */
function skippedItems(bytes: Uint8Array, start: number, opening: number): number {
  // In ASCII, each closing bracket is two after its opening one.
  const closing = opening + 2;
  let at = skippedSpace(bytes, start + 1);
  if (bytes[at] === closing) return at + 1;
  for (;;) {
    if (opening === openBrace) {
      at = skippedString(bytes, at);
      if (at >= 0) at = skippedSpace(bytes, at);
      if (bytes[at] !== colon) return -1;
      at = skippedSpace(bytes, at + 1);
    }
    at = skippedValue(bytes, at);
    if (at < 0) return -1;
    at = skippedSpace(bytes, at);
    if (bytes[at] === closing) return at + 1;
    if (bytes[at] !== comma) return -1;
    at = skippedSpace(bytes, at + 1);
  }
}

/** Any white space, or none. */
export function skippedSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (spaces[bytes[at] as number] === 1) at++;
  return at;
}

/** A hash of the key whose quote is at `start`; -1 if no key begins there. */
export function keyHash(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== quote) return -1;
  let hash = 0;
  let at = start + 1;
  let byte = bytes[at] as number;
  while (byte !== quote && byte >= 0x20) {
    hash = (Math.imul(hash, 31) + byte) & 0x3fff_ffff;
    byte = bytes[++at] as number;
  }
  return hash;
}

const shortEscapes = table('"\\bfnrt');
const escapes = table('"\\/bfnrt');
const hexDigits = table('0123456789abcdefABCDEF');
/** White space of JSON, by byte. */
const spaces = table(' \t\n\r');

/** An escape for which JSON has no shorter text. */
const isShortEscape = (bytes: Uint8Array, at: number): boolean => shortEscapes[bytes[at] as number] === 1;

function isEscape(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x75) return escapes[bytes[at] as number] === 1;
  for (let digit = at + 1; digit <= at + 4; digit++) if (hexDigits[bytes[digit] as number] !== 1) return false;
  return true;
}

function table(characters: string): Uint8Array {
  const marked = new Uint8Array(256);
  for (const character of characters) marked[character.charCodeAt(0)] = 1;
  return marked;
}
