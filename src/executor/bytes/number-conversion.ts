/**
 * Numbers in the unit a caller asks for: a number is read from its bytes, converted and written, without an object. Values of one unit
 * come again and again (tenths of a degree), so what was converted is remembered, up to a number of values.
 */
import type { Convert } from '../resolvers.ts';

const digitZero = 0x30;
const minus = 0x2d;
const point = 0x2e;
const valuesMax = 4_096;
/** Pairs of units that one conversion is remembered for; a service may send any word as a unit. */
const pairsMax = 64;

export class NumberConversion {
  readonly #convert: (value: number) => number;
  readonly #texts = new Map<number, string>();

  constructor(convert: (value: number) => number) {
    this.#convert = convert;
  }

  /** Writes the number that stands between two places, converted; gives the place behind it. Throws where it is no number then. */
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

/**
 * The number of at most 15 digits and no exponent that stands there. Its digits and the power of ten below them are whole numbers that
 * a double holds, and one division rounds as a parse would (Clinger 1990).
 */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let digits = 0;
  let scale = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === minus) continue;
    if (byte === point) scale = 1;
    else {
      digits = digits * 10 + (byte - digitZero);
      scale *= 10;
    }
  }
  const value = scale > 1 ? digits / scale : digits;
  return bytes[start] === minus ? -value : value;
}

const conversions = new WeakMap<Convert, Map<string, NumberConversion>>();

/** The conversion between two units, with what it remembers. */
export function conversionOf(by: Convert, from: string, to: string): NumberConversion {
  const ofConvert = conversions.get(by) ?? new Map<string, NumberConversion>();
  conversions.set(by, ofConvert);
  const pair = JSON.stringify([from, to]);
  const found = ofConvert.get(pair) ?? new NumberConversion((value) => by(value, from, to));
  if (ofConvert.size >= pairsMax) ofConvert.clear();
  ofConvert.set(pair, found);
  return found;
}
