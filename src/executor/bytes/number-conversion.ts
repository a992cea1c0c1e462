/**
 * Measures in the unit a caller asks for: the number is read from its bytes, converted and written, without an object. Values of one
 * unit come again and again (tenths of a degree), so what was converted is remembered, up to a number of values.
 */
import { conversion, type Quantity } from '../../graph/schema/units.ts';

const digitZero = 0x30;
const minus = 0x2d;
const point = 0x2e;
const valuesMax = 4_096;

export class Conversion {
  readonly #convert: (value: number) => number;
  readonly #texts = new Map<number, string>();

  constructor(quantity: Quantity, from: string, to: string) {
    this.#convert = conversion(quantity, from, to);
  }

  /** Writes the number that stands between two places, converted; gives the place behind it. */
  write(bytes: Uint8Array, start: number, end: number, output: Uint8Array, place: number): number {
    const value = numberAt(bytes, start, end);
    let text = this.#texts.get(value);
    if (text === undefined) {
      text = JSON.stringify(this.#convert(value));
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

const conversions = new Map<string, Conversion>();

/** The conversion of a quantity between two units, with what it remembers. Throws UPSTREAM_ERROR for a unit nobody knows. */
export function conversionOf(quantity: Quantity, from: string, to: string): Conversion {
  const name = `${quantity} ${from} ${to}`;
  const found = conversions.get(name) ?? new Conversion(quantity, from, to);
  conversions.set(name, found);
  return found;
}
