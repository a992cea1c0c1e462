/** What a limit is: settings as plain values, and the one way in which an operation over a limit is refused. */
import { GatewayError } from '../../errors/gateway-error.ts';

/** What one operation may cost. Each value is the setting of the same name: `depthMax` is DEPTH_MAX. */
export interface OperationLimits {
  tokensMax: number;
  nestingMax: number;
  directivesMax: number;
  selectionsMax: number;
  depthMax: number;
  aliasesMax: number;
  rootFieldsMax: number;
  variablesMax: number;
  idsMax: number;
  upstreamCallsMax: number;
  recordsReadMax: number;
  recordsVisitedMax: number;
  answerBytesMax: number;
}

/** One limit as a caller reads it. */
export interface Limit {
  /** Name in `extensions.limit`: the setting's name, where there is a setting. */
  name: string;
  /** What is counted, after "The operation has": `aliases`. */
  counts: string;
  /** How to stay below it, as a sentence. */
  advice: string;
}

/**
 * Counting stops here, so that fragments that double at every level end in a number and not in infinity.
 * A figure this large reads "at least". It lies above every maximum that can be configured.
 */
export const countedMax = 1_000_000_000;

/** The sum of two counts, at most `countedMax`. */
export function addUp(left: number, right: number): number {
  return Math.min(left + right, countedMax);
}

/** Throws OPERATION_TOO_COMPLEX, naming limit, maximum and actual figure, unless `actual` is at most `max`. */
export function assertWithin({ name, counts, advice }: Limit, max: number, actual: number): void {
  if (actual <= max) return;
  throw new GatewayError('OPERATION_TOO_COMPLEX', {
    message: `The operation has ${actual} ${counts}; the maximum is ${max} (${name}). ${advice}`,
    limit: { name, max, actual },
    http: { status: 400, spec: true },
  });
}
