/** The result of a lean run, and its JSON text where parts of it are text already. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { Fragment } from './fragments.ts';

/** A result as Yoga takes it: `stringify` in place of JSON.stringify. */
export interface LeanResult extends ExecutionResult {
  stringify?: (result: ExecutionResult) => string;
}

/** `composites` are the objects and lists of `data` in which a Fragment may stand. */
export function answerOf(
  data: Record<string, unknown>,
  errors: GraphQLError[],
  composites: ReadonlySet<unknown> | undefined,
): LeanResult {
  const result = errors.length > 0 ? { errors, data } : { data };
  if (composites === undefined) return result;
  return { ...result, stringify: (told) => stringify(told, composites) };
}

function stringify(result: ExecutionResult, composites: ReadonlySet<unknown>): string {
  const members = Object.entries(result).flatMap(([name, value]) => {
    const text = name === 'data' ? textOf(value, composites) : JSON.stringify(value);
    return text === undefined ? [] : [`"${name}":${text}`];
  });
  return `{${members.join()}}`;
}

function textOf(value: unknown, composites: ReadonlySet<unknown>): string {
  if (value instanceof Fragment) return value.text;
  if (!composites.has(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, composites)).join()}]`;
  const members = Object.entries(value as object).map(([key, item]) => `"${key}":${textOf(item, composites)}`);
  return `{${members.join()}}`;
}
