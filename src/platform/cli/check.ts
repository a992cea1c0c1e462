/** What the command `doctor` looks at: a check reads, reports and changes nothing. Each room and capability has its own. */

/** One result. Neither `detail` nor `next` contains a secret. */
export interface Outcome {
  /** What it is about, where that is not the name of the check. */
  check?: string;
  verdict: 'ok' | 'warning' | 'error' | 'not checked';
  detail: string;
  /** What to do about it, as a command to a person; null where nothing is to be done. */
  next: string | null;
}

export interface CheckOptions<Graph = unknown> {
  /** The one part of the product that the process is; undefined for both, or the gateway where the service is remote. */
  role: 'gateway' | 'service' | undefined;
  /** Whether to run pending migrations and roll them back. */
  dryRun: boolean;
  /** Files of the gateway's log. */
  logs: readonly string[];
  /** Makes the graph that a gateway with these settings serves. */
  makeGraph(): Promise<Graph>;
}

/** Checks under one name. */
export interface Check<Config, Graph = unknown> {
  /** Settings without which there is nothing to check. If one of them is not acceptable, the check does not run. */
  reads: readonly string[];
  /** Time limit in milliseconds of a check that loads much of the product; 5 seconds where left out. */
  limitMs?: number;
  /** Reports nothing where the settings do not need what it checks. A rejection is reported by its message. */
  run(config: Config, options: CheckOptions<Graph>): Promise<Outcome | Outcome[]>;
}

export const good = (detail: string): Outcome => ({ verdict: 'ok', detail, next: null });
export const warn = (detail: string, next: string): Outcome => ({ verdict: 'warning', detail, next });
export const fail = (detail: string, next: string): Outcome => ({ verdict: 'error', detail, next });
export const skip = (detail: string, next: string): Outcome => ({ verdict: 'not checked', detail, next });
