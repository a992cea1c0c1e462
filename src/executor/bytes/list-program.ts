/**
 * Answers the lists of one projection from their bytes, by a program made from earlier lists that were parsed. A list that does not fit is
 * parsed and observed, so that nothing is assumed about how a service writes its records.
 * Saves: bench/RESULTS.md, layers, "without answers out of bytes".
 */
import { stepBytes } from '../../platform/sync/turns.ts';
import type { ByteList, ExpectedMembers, ListBytes } from '../byte-list.ts';
import type { DocumentMemory } from '../memory.ts';
import type { ObjectPlan } from '../plan/plan.ts';
import type { Surroundings } from '../plan/projection.ts';
import { compileProgram, Output, type Program } from './compile-program.ts';
import { Layout, layoutBytes } from './layout.ts';
import { NotWritable, ObservedShape, ShapeMismatch } from './observed-shape.ts';

const output = new Output();

/** Records parsed before a program is compiled: most documents are sent once, and request little. */
const recordsMin = 20;
/** A list that does not fit costs the time that this many fitting lists save. Each consecutive one costs twice the one before. */
const priceOfMiss = 8;
const priceMax = 1_024;
const creditMax = 64;
/** After this many programs, no more are compiled: the records have no stable shape. */
const programsMax = 24;
/** Records of a long list that are observed. */
const samplesMax = 256;
/** Memory of one shape. */
const shapeBytes = 512;

type UnreadList = NonNullable<ByteList<unknown>['unread']>;

export class ListProgram {
  /** Whether lists skip the program for a while after one that did not fit. Tests disable this, so that odd lists reach a program. */
  static backsOff = true;
  readonly #plan: ObjectPlan;
  readonly #memory: DocumentMemory;
  /** By the names of the expected members. */
  readonly #programs = new Map<readonly string[], Program | undefined>();
  #shape = new ObservedShape();
  readonly #layout = new Layout();
  /** Memory of the shape and its programs. */
  #claimedBytes = 0;
  #records = 0;
  #compiled = 0;
  /** Below 0, lists skip the program. Each skipped list adds the 1 that a fitting list adds. */
  #credit = creditMax;
  /** Lists in a row that did not fit, since the last program. */
  #misses = 0;
  #needsSamples = true;
  #lists = 0;
  #isOff = false;

  constructor(plan: ObjectPlan, memory: DocumentMemory) {
    this.#plan = plan;
    this.#memory = memory;
  }

  /** The text of an unread list; undefined if it must be parsed. */
  of({ unread }: ByteList<unknown>, run: Surroundings): Buffer[] | undefined {
    if (unread === undefined) return undefined;
    const { start, end } = unread.data;
    return start === end ? [empty] : this.#write(unread, start, end, run, '[', ']');
  }

  /**
   * The text of about one step of records from position `at` on, after `opening`, and the position of the next record. Undefined if they
   * must be parsed.
   */
  part(
    unread: UnreadList,
    at: number,
    run: Surroundings,
    opening: string,
  ): { pieces: Buffer[]; next: number } | undefined {
    const start = unread.data.start + at;
    const pieces = this.#write(unread, start, start + stepBytes, run, opening, '');
    return pieces && { pieces, next: output.next - unread.data.start };
  }

  /** Observes the parsed records of a list, or of a part of it, if that may change the program. */
  observe(items: unknown[], unread: Pick<UnreadList, 'data' | 'expected'> | undefined): void {
    if (unread === undefined) return;
    this.#records += items.length;
    if (this.#records < recordsMin || this.#isOff) return;
    if (this.#needsSamples && this.#observeSamples(items, unread.data)) this.#dropPrograms();
    const { names } = unread.expected;
    if (this.#isOff || this.#programs.has(names) || this.#compiled === programsMax) return;
    this.#compiled++;
    this.#programs.set(names, this.#compile(names));
  }

  /** The program for lists with these expected members; undefined if there is none, or while lists skip it. */
  #find(names: readonly string[]): Program | undefined {
    const program = this.#programs.get(names);
    if (program === undefined || this.#credit >= 0) return program;
    this.#credit++;
    return undefined;
  }

  /** The text of the records from `start` until after `stop`, between `opening` and `closing`; undefined if they must be parsed. */
  #write(
    { data, expected }: UnreadList,
    start: number,
    stop: number,
    run: Surroundings,
    opening: string,
    closing: string,
  ): Buffer[] | undefined {
    const program = this.#find(expected.names);
    if (program === undefined) return undefined;
    const { bytes, end } = data;
    try {
      output.begin(opening);
      const records = program({ bytes, start, end }, jsonOf(expected), run, output, stop);
      if (records > 0) {
        const pieces = output.end(closing);
        if (this.#credit < creditMax) this.#credit++;
        this.#misses = 0;
        return pieces;
      }
    } catch {
      // Reading or writing passed the end of its buffer, or a resolver threw: parsing the list shows which.
    }
    if (ListProgram.backsOff) this.#credit -= Math.min(priceOfMiss * 2 ** this.#misses++, priceMax);
    this.#needsSamples = true;
    return undefined;
  }

  #observeSamples(items: unknown[], { bytes, start, end }: ListBytes): boolean {
    if (items.length === 0) return false;
    this.#needsSamples = false;
    let isNews = this.#layout.observe(bytes.toString('latin1', start, Math.min(end, start + layoutBytes)));
    // Start at another record each time, to observe kinds of records that alternate in step with the samples, too.
    const step = Math.ceil(items.length / samplesMax);
    try {
      for (let at = this.#lists++ % step; at < items.length; at += step)
        if (this.#shape.observe(items[at])) isNews = true;
    } catch (error) {
      if (!(error instanceof ShapeMismatch)) throw error;
    }
    return isNews;
  }

  /** Drops the programs of the old shape and claims memory for the new one. If the claim is refused, observation ends. */
  #dropPrograms(): void {
    this.#programs.clear();
    this.#credit = creditMax;
    this.#misses = 0;
    this.#memory.release(this.#claimedBytes);
    this.#claimedBytes = this.#shape.count * shapeBytes;
    if (this.#memory.claim(this.#claimedBytes)) return;
    this.#isOff = true;
    this.#shape = new ObservedShape();
  }

  #compile(names: readonly string[]): Program | undefined {
    for (const name of names) {
      const member = this.#shape.members.get(name);
      if (member?.constant === undefined) continue;
      // The value differs between lists, but earlier programs take it for constant.
      member.constant = undefined;
      this.#dropPrograms();
    }
    if (this.#shape.kind === undefined) return undefined;
    try {
      const { program, bytes } = compileProgram(this.#plan, this.#shape, names, this.#layout);
      if (!this.#memory.claim(bytes)) return undefined;
      this.#claimedBytes += bytes;
      return program;
    } catch (error) {
      if (error instanceof NotWritable) return undefined;
      throw error;
    }
  }
}

const empty = Buffer.from('[]');

const jsonOf = ({ values }: ExpectedMembers): string[] => values.map((value) => JSON.stringify(value));
