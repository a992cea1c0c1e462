/** Checks of the command `doctor`: a check reads and reports, and changes nothing. Each room and capability has its own. */

import type { Role } from '../settings/setting-types.ts';

/** One result. Neither `detail` nor `next` contains a secret. */
export interface Outcome {
  /** Subject of the result, if it is not the name of the check. */
  check?: string;
  verdict: 'ok' | 'warning' | 'error' | 'not checked';
  detail: string;
  /** Advice in the imperative, or null if nothing needs to be done. */
  next: string | null;
}

export interface CheckOptions<Graph = unknown> {
  /** The only part of the product in the process. Undefined for both parts, or for the gateway of a remote service. */
  role: Role | undefined;
  /** Whether to run pending migrations and roll them back. */
  dryRun: boolean;
  /** Files of the gateway's log. */
  logs: readonly string[];
  /** Makes the graph that a gateway with these settings serves. */
  makeGraph(): Promise<Graph>;
  /** Texts of the documents that the gateway runs without a manifest. */
  ownDocuments(): Promise<string[]>;
}

/** Checks under one name. */
export interface Check<Config, Graph = unknown> {
  /** Settings that the check needs. It does not run if one of them is not acceptable. */
  reads: readonly string[];
  /** Time limit in milliseconds of a check that loads much of the product. Defaults to 5 seconds. */
  limitMs?: number;
  /** Returns no outcome if the settings do not need the check. A rejection is reported by its message. */
  run(config: Config, options: CheckOptions<Graph>): Promise<Outcome | Outcome[]>;
}

export const good = (detail: string): Outcome => ({ verdict: 'ok', detail, next: null });
export const warn = (detail: string, next: string): Outcome => ({ verdict: 'warning', detail, next });
export const fail = (detail: string, next: string): Outcome => ({ verdict: 'error', detail, next });
export const skip = (detail: string, next: string): Outcome => ({ verdict: 'not checked', detail, next });
