/** The limits of operations: settings as plain values, and the one error for an operation over a limit. */
import { GatewayError } from '../../errors/gateway-error.ts';

export const limitNames = [
  'tokensMax',
  'nestingMax',
  'directivesMax',
  'selectionsMax',
  'depthMax',
  'aliasesMax',
  'rootFieldsMax',
  'variablesMax',
  'idsMax',
  'upstreamCallsMax',
  'recordsReadMax',
  'recordsVisitedMax',
  'answerBytesMax',
] as const;

/** The limits of one operation. Each value is the setting of the same name: `depthMax` is DEPTH_MAX. */
export type OperationLimits = Record<(typeof limitNames)[number], number>;

type SettingOf<Limit extends string> = Limit extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Uppercase<First>}${SettingOf<Rest>}`
  : '';

/** The setting of a limit: `depthMax` is DEPTH_MAX. */
export function settingOf<Limit extends string>(limit: Limit): SettingOf<Limit> {
  return limit.replace(/[A-Z]/g, '_$&').toUpperCase() as SettingOf<Limit>;
}

/** The limits that the settings have. */
export const limitsOf = (settings: Readonly<Record<SettingOf<keyof OperationLimits>, number>>): OperationLimits =>
  Object.fromEntries(limitNames.map((name) => [name, settings[settingOf(name)]])) as OperationLimits;

/** One limit as a caller reads it. */
export interface Limit {
  /** Name in `extensions.limit`: the setting's name, if there is a setting. */
  name: string;
  /** What is counted, as the message has it after the number: `aliases`. */
  counts: string;
  /** The verb of the message for an upper bound. Defaults to `has`. */
  verb?: string;
  /** How to stay below it, as a sentence. */
  advice: string;
}

/**
 * Counting stops here, so that fragments that double at each level do not reach infinity. A figure this large means "at least". It is above
 * every maximum that can be configured.
 */
export const countedMax = 1_000_000_000;

/** The sum of two counts, at most `countedMax`. */
export const addUp = (left: number, right: number): number => Math.min(left + right, countedMax);

/** The error of an operation over a limit. `coordinate` is the field that causes it; undefined if no single field does. */
export function excess(limit: Limit, max: number, actual: number, coordinate: string | undefined): GatewayError {
  const { name, counts, verb = 'has', advice } = limit;
  return new GatewayError('OPERATION_TOO_COMPLEX', {
    message: `The operation ${verb} ${actual} ${counts}; the maximum is ${max} (${name}). ${advice}`,
    limit: { name, max, actual },
    coordinate,
    http: { status: 400, spec: true },
  });
}

/** Throws OPERATION_TOO_COMPLEX, naming limit, maximum and actual figure, unless `actual` is at most `max`. */
export function assertWithin(limit: Limit, max: number, actual: number, coordinate?: string | undefined): void {
  if (actual > max) throw excess(limit, max, actual, coordinate);
}

export const nesting: Limit = {
  name: 'NESTING_MAX',
  counts: 'levels of nesting or more',
  advice: 'Nest fewer selections, lists and objects into each other.',
};

/** The limits that cost.ts checks. */
export const costLimits = {
  ids: { name: 'IDS_MAX', counts: 'ids in one list', advice: 'Request fewer ids, in several operations.' },
  allIds: { name: 'ALL_IDS_MAX', counts: 'ids in all its lists', advice: 'Request fewer ids, in several operations.' },
  upstreamCalls: {
    name: 'UPSTREAM_CALLS_MAX',
    verb: 'needs up to',
    counts: 'service calls',
    advice: 'Request fewer fields, or fewer kinds of data of each, in several operations.',
  },
  schemaRecords: {
    name: 'SCHEMA_RECORDS_MAX',
    counts: 'records next to the schema, or to an alias `__proto__`',
    advice: 'Request the schema in an operation of its own.',
  },
  resolved: {
    name: 'RESOLVED_MAX',
    counts: 'fields to resolve, where most lists count as 20',
    advice: 'Select fewer lists below lists.',
  },
} satisfies Record<string, Limit>;

const values: Limit = {
  name: 'VARIABLES_MAX',
  counts: 'values or more in its variables',
  advice: 'Send fewer values, in several operations.',
};

const variablesNesting: Limit = { ...nesting, counts: 'levels of nesting or more in its variables' };

/** Maximum number of reported wrong values of variables: the error of each may quote its whole variable. */
export const coercion = { maxCoercionErrors: 10 };

/**
 * Throws OPERATION_TOO_COMPLEX if the variables, parsed from JSON, have too many values or levels. Returns the number of values, with
 * those `before`.
 */
export function assertVariables(variables: unknown, limits: OperationLimits, level = 1, before = 0): number {
  if (typeof variables !== 'object' || variables === null) return before;
  assertWithin(variablesNesting, limits.nestingMax, level);
  let count = before;
  for (const inner of Object.values(variables)) {
    assertWithin(values, limits.variablesMax, count + 1);
    count = assertVariables(inner, limits, level + 1, count + 1);
  }
  return count;
}
