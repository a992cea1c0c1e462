/** A note on its way, and what an answer means for it. */
import type { AddObservationInput } from '../../../client/types.ts';

/** What is wrong at one input. */
export interface InputFault {
  path: string[];
  message: string;
}

/** A note from when it was written until the graph has acknowledged it. */
export interface QueuedNote {
  /** The idempotency key, made with the note and never changed. */
  key: string;
  /** Exactly what is sent, the same on every attempt. */
  input: AddObservationInput;
  writtenAt: number;
  /** Sends that were begun. */
  attempts: number;
  /** Fingerprint of the API key of the first send: under another the note could be written twice. */
  sentUnder?: string;
  state: 'waiting' | 'refused';
  /** Why the last attempt wrote nothing, for people. */
  reason?: string;
  faults?: InputFault[];
}

/** What came of one send. */
export type Outcome<Written> =
  | { kind: 'written'; observation: Written; replayed: boolean }
  /** It will never be written as it is; its key is unused. */
  | { kind: 'refused'; reason: string; faults: InputFault[] }
  /** Nothing is wrong with the note: whoever sends it needs another API key. */
  | { kind: 'locked'; reason: string }
  /** Not written now, or not known to be: the same again, later. */
  | { kind: 'later'; reason: string; retryAfterSeconds: number };
