/**
 * The cursor of a stream: what its listener has, as hashes. Any replica that gets it back compares them with the current lists. Nothing is
 * stored, so nothing expires. Base64url of: version, checksum, the period of each list, and six bytes for each list of each field.
 */
import { hash } from 'node:crypto';
import { invalidArgument } from '../../errors/gateway-error.ts';
import type { ListName } from './lists.ts';

/** The fields and lists of a stream. */
export interface Subject {
  /** Distinct and sorted: the order of the states. */
  fieldIds: readonly string[];
  lists: readonly ListName[];
}

/** The state of a listener. */
export interface Position {
  /** The period of each list. */
  periods: number[];
  /** By field and list, the hash of its records: `field * lists + list`. */
  states: Float64Array;
}

const version = 1;
const checksumBytes = 4;
const headBytes = 1 + checksumBytes;
const periodBytes = 2;
/** Bytes of a state. A number holds them exactly. */
export const stateBytes = 6;

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer');

/** Reads and writes the cursors of one subject. */
export class Cursors {
  readonly #lists: number;
  readonly #states: number;
  readonly #subject: Buffer;

  constructor({ fieldIds, lists }: Subject) {
    this.#lists = lists.length;
    this.#states = fieldIds.length * lists.length;
    this.#subject = sha256(`${lists.join()} ${fieldIds.join()}`);
  }

  write({ periods, states }: Position): string {
    const bytes = Buffer.alloc(this.#length);
    bytes[0] = version;
    let at = headBytes;
    for (const period of periods) at = bytes.writeUInt16BE(period, at);
    for (const state of states) at = bytes.writeUIntBE(state, at, stateBytes);
    this.#checksum(bytes).copy(bytes, 1);
    return bytes.toString('base64url');
  }

  /** Throws BAD_USER_INPUT for a text that is no cursor of this subject. */
  read(text: string): Position {
    const bytes = Buffer.from(text, 'base64url');
    const isOwn =
      bytes.length === this.#length &&
      bytes[0] === version &&
      this.#checksum(bytes).equals(bytes.subarray(1, headBytes));
    if (!isOwn)
      throw invalidArgument(['after'], 'after is no cursor of a stream of these ids and lists.', 'UNKNOWN_CURSOR');
    const periods = Array.from({ length: this.#lists }, (_, list) =>
      bytes.readUInt16BE(headBytes + list * periodBytes),
    );
    const start = headBytes + this.#lists * periodBytes;
    const states = Float64Array.from({ length: this.#states }, (_, index) =>
      bytes.readUIntBE(start + index * stateBytes, stateBytes),
    );
    return { periods, states };
  }

  get #length(): number {
    return headBytes + this.#lists * periodBytes + this.#states * stateBytes;
  }

  #checksum(bytes: Buffer): Buffer {
    return sha256(Buffer.concat([this.#subject, bytes.subarray(headBytes)])).subarray(0, checksumBytes);
  }
}
