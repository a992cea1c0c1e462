/**
 * Reads JSON values (RFC 8259) in bytes: each function returns the position after a value, or -1. `copied…` pass only bytes that
 * JSON.stringify would write for the parsed value, so that they can be copied. Numbers are converted to another unit without an object.
 */
import type { Convert } from '../resolvers.ts';

const quote = 0x22;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;

/** A double represents every number of at most this many digits: its shortest text is the text that was read. */
const digitsMax = 15;
/** With at most this many decimals, a number is at least 1e-6 and written without an exponent. */
const decimalsMax = 6;

/** End of the number last read by `copiedFloat`, without trailing zeros of its decimals. */
export const lastNumber = { end: 0 };

/** A finite number whose bytes up to `lastNumber.end` are what JSON.stringify writes. */
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
  lastNumber.end = end;
  return at;
}

const intDigitsMax = 9;

/** A whole number of 32 bits that JSON.stringify writes as it stands. */
export function copiedInt(bytes: Uint8Array, start: number): number {
  const at = copiedFloat(bytes, start);
  if (lastNumber.end !== at || at - start > intDigitsMax) return -1;
  for (let digit = start; digit < at; digit++) if (bytes[digit] === point) return -1;
  return at;
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
export const spaces = table(' \t\n\r');

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

/** Values of one unit repeat (tenths of a degree), so their converted texts are cached. */
const valuesMax = 4_096;
/** Pairs of units with a cached conversion. Bounded, because a service may send any word as a unit. */
const pairsMax = 64;

export class NumberConversion {
  readonly #convert: (value: number) => number;
  readonly #texts = new Map<number, string>();

  constructor(convert: (value: number) => number) {
    this.#convert = convert;
  }

  /** Converts a number that `copiedFloat` passed, writes it, and returns the position after it. Throws if the result is not finite. */
  write(bytes: Uint8Array, start: number, end: number, output: Uint8Array, place: number): number {
    const value = numberAt(bytes, start, end);
    let text = this.#texts.get(value);
    if (text === undefined) {
      const converted = this.#convert(value);
      if (!Number.isFinite(converted)) throw new RangeError('not finite');
      text = JSON.stringify(converted);
      if (this.#texts.size === valuesMax) this.#texts.clear();
      this.#texts.set(value, text);
    }
    for (let at = 0; at < text.length; at++) output[place + at] = text.charCodeAt(at);
    return place + text.length;
  }
}

/** Up to 15 digits and their power of ten are exact in a double, so one division rounds like a parser (Clinger 1990). */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
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

const conversions = new WeakMap<Convert, Map<string, NumberConversion>>();

/** The conversion between two units, with its cache. */
export function conversionOf(by: Convert, from: string, to: string): NumberConversion {
  const ofConvert = conversions.getOrInsert(by, new Map());
  const create = (): NumberConversion => new NumberConversion((value) => by(value, from, to));
  const conversion = ofConvert.getOrInsertComputed(JSON.stringify([from, to]), create);
  if (ofConvert.size > pairsMax) ofConvert.clear();
  return conversion;
}
