/**
 * The answers of one projection's lists, made of their bytes by a program that was learnt from lists parsed before. A list that is unlike
 * those is left to the reference way, and teaches; so nothing has to be assumed of how a service writes its records.
 *
 * What it saves against parse, projection and stringify: bench/RESULTS.md, layers, "without answers out of bytes".
 */
import { stepBytes } from '../../platform/sync/turns.ts';
import type { ByteList, Given } from '../byte-list.ts';
import type { DocumentMemory } from '../memory.ts';
import type { ObjectPlan } from '../plan/plan.ts';
import type { Surroundings } from '../plan/projection.ts';
import { compile, Output, type Program } from './program.ts';
import { Shape, ShapeMismatch } from './shape.ts';
import { NotWritable } from './writer.ts';

/** How programs are learnt. Tests set it: what is hostile seldom reaches a program that may learn, or may be passed over. */
export interface Learning {
  /** Whether lists teach nothing more: what was learnt stays. */
  isFrozen: boolean;
  /** Whether lists pass untried for some time after one in vain. */
  backsOff: boolean;
}

/** What production does. */
export const defaultLearning: Readonly<Learning> = { isFrozen: false, backsOff: true };

const output = new Output();

/** Records seen before a program is worth its compilation: most documents are sent once, and ask for little. */
const recordsMin = 20;
/** A list in vain costs as much as this many that fit gain; beyond, lists pass untried until they have made up for it. */
const priceOfMiss = 8;
const creditMax = 64;
/** A shape that still changes after so many programs is none. */
const programsMax = 24;
/** Records of a long list that are learnt from. */
const samplesMax = 256;
/** Memory of one shape. */
const shapeBytes = 512;

/** The list that a part belongs to. */
type Part = Pick<NonNullable<ByteList<unknown>['unread']>, 'data' | 'given'>;

export class ListText {
  readonly #plan: ObjectPlan;
  readonly #memory: DocumentMemory;
  readonly #learning: Readonly<Learning>;
  /** By the names of the members that lists state. */
  readonly #programs = new Map<readonly string[], Program | undefined>();
  #programsBytes = 0;
  #shape = new Shape();
  #shapeBytes = 0;
  #records = 0;
  #compiled = 0;
  #credit = creditMax;
  #hasToLearn = true;
  #lists = 0;
  #mayLearn = true;

  constructor(plan: ObjectPlan, memory: DocumentMemory, learning: Readonly<Learning>) {
    this.#plan = plan;
    this.#memory = memory;
    this.#learning = learning;
  }

  /** The text of a list nobody has looked at; undefined where it has to be parsed. */
  of(list: ByteList<unknown>, run: Surroundings): Buffer[] | undefined {
    const { unread } = list;
    if (unread === undefined) return undefined;
    if (unread.data.start === unread.data.end) return [empty];
    const program = this.#find(unread.given.names);
    if (program === undefined) return undefined;
    const { data, countMax } = unread;
    const given = textsOf(unread.given);
    const pieces = attempt('[', ']', () => {
      const records = program(data, given, run, output, data.end);
      return records > 0 && records <= countMax;
    });
    this.#noteUse(pieces !== undefined);
    return pieces;
  }

  /** The text of about a step of records, from the place `at` of the bytes on, and the place of the next; undefined where they have to be parsed. */
  part({ data, given }: Part, at: number, run: Surroundings): { pieces: Buffer[]; next: number } | undefined {
    const program = this.#find(given.names);
    if (program === undefined) return undefined;
    const { bytes, end } = data;
    const start = data.start + at;
    const pieces = attempt('', '', () => {
      const records = program({ bytes, start, end }, textsOf(given), run, output, start + stepBytes);
      // A comma that nothing follows is no JSON.
      return records > 0 && (output.next < end || bytes[end - 1] !== comma);
    });
    this.#noteUse(pieces !== undefined);
    return pieces && { pieces, next: output.next - data.start };
  }

  /** Learns from records that were parsed, of a list that states these members, if there is anything to learn. */
  learn(items: unknown[], names: readonly string[] | undefined): void {
    if (names === undefined || this.#learning.isFrozen) return;
    this.#records += items.length;
    if (this.#records < recordsMin || !this.#mayLearn) return;
    if (this.#hasToLearn && this.#learnItems(items)) this.#outgrow();
    if (!this.#mayLearn || this.#programs.has(names) || this.#compiled === programsMax) return;
    this.#compiled++;
    this.#programs.set(names, this.#compile(names));
  }

  /** The program for lists that state these members; undefined while there is none, or none is worth a try. */
  #find(names: readonly string[]): Program | undefined {
    const program = this.#programs.get(names);
    if (program === undefined || this.#credit >= 0) return program;
    this.#credit++;
    return undefined;
  }

  #noteUse(isWritten: boolean): void {
    if (!isWritten) {
      if (this.#learning.backsOff) this.#credit -= priceOfMiss;
      this.#hasToLearn = true;
    } else if (this.#credit < creditMax) this.#credit++;
  }

  #learnItems(items: unknown[]): boolean {
    if (items.length === 0) return false;
    this.#hasToLearn = false;
    // Each time from another record: kinds that alternate in step with the samples are seen all the same.
    const step = Math.ceil(items.length / samplesMax);
    let isNews = false;
    try {
      for (let at = this.#lists++ % step; at < items.length; at += step)
        if (this.#shape.learn(items[at])) isNews = true;
    } catch (error) {
      if (!(error instanceof ShapeMismatch)) throw error;
    }
    return isNews;
  }

  /** Lets the programs of the shape before go, and counts the one that is now; where there is no room for it nothing is learnt any more. */
  #outgrow(): void {
    this.#programs.clear();
    this.#memory.release(this.#programsBytes + this.#shapeBytes);
    this.#programsBytes = 0;
    this.#shapeBytes = this.#shape.count * shapeBytes;
    if (this.#memory.claim(this.#shapeBytes)) return;
    this.#mayLearn = false;
    this.#shape = new Shape();
  }

  #compile(names: readonly string[]): Program | undefined {
    if (this.#shape.kind === undefined) return undefined;
    try {
      const { program, bytes } = compile(this.#plan, this.#shape, names);
      if (!this.#memory.claim(bytes)) return undefined;
      this.#programsBytes += bytes;
      return program;
    } catch (error) {
      if (error instanceof NotWritable) return undefined;
      throw error;
    }
  }
}

const empty = Buffer.from('[]');
const comma = 0x2c;

function textsOf({ values }: Given): Buffer[] {
  return values.map((value) => Buffer.from(JSON.stringify(value)));
}

/** What `write` wrote between `opening` and `end`; undefined where it did not get to its end. */
function attempt(opening: string, end: string, write: () => boolean): Buffer[] | undefined {
  try {
    output.begin(opening);
    if (write()) return output.end(end);
  } catch {
    // Past the end of the bytes or of the room, or a resolver that threw: what it is, the reference way finds out.
  }
  return undefined;
}
