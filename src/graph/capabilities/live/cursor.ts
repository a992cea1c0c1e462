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

/** Number of lists of all fields. */
export const countLists = ({ fieldIds, lists }: Subject): number => fieldIds.length * lists.length;

/** The state of a listener. */
export interface Position {
  /** The period of each list. */
  periods: number[];
  /** Hash of the records of each list of each field, at `field * lists + list`. */
  states: Float64Array;
}

const version = 1;
const checksumBytes = 4;
const headBytes = 1 + checksumBytes;
const periodBytes = 2;
/** Bytes of a state. A number holds them exactly. */
export const stateBytes = 6;

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer');

/** The cursor of a listener's state. */
export function writeCursor(subject: Subject, { periods, states }: Position): string {
  const bytes = Buffer.alloc(lengthOf(subject));
  bytes[0] = version;
  let at = headBytes;
  for (const period of periods) at = bytes.writeUInt16BE(period, at);
  for (const state of states) at = bytes.writeUIntBE(state, at, stateBytes);
  checksumOf(subject, bytes).copy(bytes, 1);
  return bytes.toString('base64url');
}

const unknown =
  'after, or the header Last-Event-ID, is no cursor of a stream of these ids and lists: leave it out, and query the current data.';

/** Throws BAD_USER_INPUT for a text that is no cursor of this subject. */
export function readCursor(subject: Subject, text: string): Position {
  const bytes = Buffer.from(text, 'base64url');
  const isOwn =
    bytes.length === lengthOf(subject) &&
    bytes[0] === version &&
    checksumOf(subject, bytes).equals(bytes.subarray(1, headBytes));
  if (!isOwn) throw invalidArgument(['after'], unknown, 'UNKNOWN_CURSOR');
  const periods = subject.lists.map((_name, list) => bytes.readUInt16BE(headBytes + list * periodBytes));
  const start = headBytes + periods.length * periodBytes;
  const states = Float64Array.from({ length: countLists(subject) }, (_, index) =>
    bytes.readUIntBE(start + index * stateBytes, stateBytes),
  );
  return { periods, states };
}

function lengthOf({ fieldIds, lists }: Subject): number {
  return headBytes + lists.length * (periodBytes + fieldIds.length * stateBytes);
}

/** Includes the subject, so that a cursor of other ids or lists is refused. */
function checksumOf({ fieldIds, lists }: Subject, bytes: Buffer): Buffer {
  const subject = sha256(`${lists.join()} ${fieldIds.join()}`);
  return sha256(Buffer.concat([subject, bytes.subarray(headBytes)])).subarray(0, checksumBytes);
}
