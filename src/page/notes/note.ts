/** A note that is not written yet. */
import type { AddObservationInput } from '../../../client/types.ts';

/** An error of one input. */
export interface InputError {
  path: string[];
  message: string;
}

/** A note until the graph has acknowledged it. */
export interface QueuedNote {
  /** The idempotency key, made with the note and never changed. */
  key: string;
  /** Exactly what is sent, the same on every attempt. */
  input: AddObservationInput;
  writtenAt: number;
  /** Attempts to send it, except those without a network, or whose API key was refused. */
  attempts: number;
  /** Fingerprint of the API key that it was written with, or else first sent with: another account must not get it, nor store it twice. */
  sentUnder?: string;
  state: 'waiting' | 'refused';
  /** Why the last attempt wrote nothing, for people. */
  reason?: string;
  faults?: InputError[];
}
