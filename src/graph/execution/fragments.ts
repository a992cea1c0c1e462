/**
 * Lists as JSON text, kept by the bytes they were read from and the projection they went through. While the service's answer is the
 * same bytes, the list is neither parsed nor projected nor serialised again. Kept by their bytes, the longest unused dropped first;
 * an answer that the cache lets go takes its texts along.
 *
 * CPU of the whole gateway on unchanged data, against the same without them: a tenth for a year of hours, a little more than
 * half for one field that a hundred ask for and for fifty fields (bench/RESULTS.md, layers).
 */
import type { Projection } from './projection.ts';

/** A piece of an answer that is text already, as bytes in UTF-8. */
export class Fragment {
  readonly pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
  }

  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  toString(): string {
    return Buffer.concat(this.pieces).toString();
  }

  /** For whoever does not know fragments. */
  toJSON(): unknown {
    return JSON.parse(String(this));
  }
}

interface Entry extends Fragment {
  /** Takes itself out of its place. */
  forget(): void;
}

const bytesMax = 32 * 1024 * 1024;

export class Fragments {
  readonly #byBytes = new WeakMap<Buffer, WeakMap<Projection, Entry>>();
  /** In the order of their last use. */
  readonly #entries = new Set<Entry>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(max = bytesMax) {
    this.#bytesMax = max;
  }

  /** Bytes held now, never more than allowed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The text of these bytes by this projection: kept, or made by `make` and kept if it fits. What `make` throws is passed on. */
  of(bytes: Buffer, projection: Projection, make: () => readonly Buffer[]): Fragment {
    const place = this.#byBytes.get(bytes) ?? new WeakMap<Projection, Entry>();
    this.#byBytes.set(bytes, place);
    const known = place.get(projection);
    if (known !== undefined) {
      this.#entries.delete(known);
      this.#entries.add(known);
      return known;
    }
    const fragment = new Fragment(make());
    this.#keep(Object.assign(fragment, { forget: () => place.delete(projection) }), place, projection);
    return fragment;
  }

  #keep(entry: Entry, place: WeakMap<Projection, Entry>, projection: Projection): void {
    place.set(projection, entry);
    this.#entries.add(entry);
    this.#bytes += entry.length;
    for (const oldest of this.#entries) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#entries.delete(oldest);
      this.#bytes -= oldest.length;
      oldest.forget();
    }
  }
}
