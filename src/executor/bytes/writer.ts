/** What code that answers is written into: its text, the slots it reads from, and the functions and values it calls. */
import type { Surroundings } from '../plan/projection.ts';
import { WritingCode } from './code.ts';
import type { NumberConversion } from './number-conversion.ts';
import type { Shape } from './shape.ts';
import type { Loop, Slots } from './slots.ts';

/** Thrown where a plan cannot be answered out of bytes of a shape. */
export class NotWritable extends Error {}

/** Answers a value that only its resolver knows, given the text of the one property that the resolver reads. */
export type Answer = (text: string, run: Surroundings) => string;

/** What is asked once a run: the conversion to a unit, and the texts of that unit. */
export type OpenConversion = (to: string) => { conversion: NumberConversion; units: readonly string[] };

export class Writer {
  code = new WritingCode();
  /** Functions the code calls, by their text. */
  readonly functions = new Map<string, string>();
  readonly answers: Answer[] = [];
  readonly conversions: OpenConversion[] = [];
  /** Memory that the answers hold. */
  answersBytes = 0;
  /** Statements that come once, before the first record. */
  readonly prelude: string[] = [];
  readonly slots: Slots;

  constructor(slots: Slots) {
    this.slots = slots;
  }

  text(text: string): void {
    this.code.text(text);
  }

  /** Copies the bytes of a value. */
  copy(shape: Shape): void {
    const { start, end } = this.slots.span(shape);
    this.code.line(`o = copy(b, bv, ${start}, ${end}, ob, ov, o);`);
  }

  /** Whether a null, or nothing, is answered; one that is not stops the program. */
  mayBeNull(shape: Shape): boolean {
    return (shape.isNullable || shape.isOptional) && !this.slots.required.has(shape);
  }

  /** `missing` where null or nothing was read, else what `present` writes. */
  orNull(shape: Shape, missing: string, present: () => void): void {
    const { start } = this.slots.span(shape);
    this.code.line(`if (${start} < 0 || b[${start}] === 110) {`);
    this.code.text(missing);
    this.code.line('} else {');
    present();
    this.code.line('}');
  }

  /** The name of a function with these parameters and statements; equal ones are one. */
  function(text: string): string {
    const name = this.functions.get(text) ?? `f${this.functions.size}`;
    this.functions.set(text, name);
    return name;
  }

  /** Code over the variables that an item of a list kept: which these are is known when it is written. */
  kept({ variables }: Loop, place: string, write: () => void): void {
    const outer = this.code;
    this.code = new WritingCode();
    write();
    const body = this.code.toString();
    this.code = outer;
    const reads = variables.map((name, index) => `${name} = tape[${place} + ${index + 1}];`);
    this.code.line(`${reads.join(' ')}\n${body}`);
  }
}
