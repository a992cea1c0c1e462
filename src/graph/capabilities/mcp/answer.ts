/**
 * Turns the result of an operation into the answer of a tool. It has `isError` if the model can correct the cause: unacceptable arguments,
 * reads that all failed, a write that was refused. Partial data is an answer, with its errors.
 */
import { type GraphQLSchema, isObjectType } from 'graphql';
import { isRecord } from '../../../platform/json/is-record.ts';
import { holdsData, identifying } from '../../errors/lost-data.ts';
import { type LeftOut, shorten } from './shorten.ts';
import type { Tool } from './tools.ts';

/** Maximum characters of an answer's JSON, a few thousand tokens. */
export const charactersMax = 8_000;

/** The result of an operation, as JSON has it. */
export interface ToldResult {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: readonly (string | number)[]; extensions: Record<string, unknown> }[];
}

interface ToldError {
  path?: string;
  code: unknown;
  message: string;
  retryable: unknown;
  [detail: string]: unknown;
}

/** The structured content of every answer: outputSchema in tools.ts describes it. */
interface Content extends Record<string, unknown> {
  data: Record<string, unknown> | null;
  errors?: ToldError[];
  leftOut?: LeftOut[];
}

/** A result of `tools/call`. */
export interface Answer extends Record<string, unknown> {
  content: { type: 'text'; text: string }[];
  structuredContent: Content;
  isError?: boolean;
}

/** Makes the answer of a tool. */
export function toAnswer(
  result: ToldResult,
  { shortenings }: Pick<Tool, 'shortenings'>,
  schema: GraphQLSchema,
): Answer {
  const { data = null, errors } = result;
  const whole: Content = { data, ...(errors && { errors: errors.map(toldError).toSorted(byPath) }) };
  const isEmpty = errors !== undefined && !holdsData(data, identifying);
  let { content, text } = shorten(whole, shortenings, charactersMax);
  if (text === undefined && isEmpty)
    ({ content, text } = shorten({ data: null, errors: onePerCode(whole.errors ?? []) }, [], charactersMax));
  if (text === undefined) return tooLong();
  const isError = isRefused(data, schema) || isEmpty;
  return { content: [{ type: 'text', text }], structuredContent: content, ...(isError && { isError }) };
}

/** The name of a tool's argument in messages of graphql-js. */
const variable = /^Variable "\$(\w+)"/;

/** An error with its path as one string. Details of the request that only people need are left to the log. */
function toldError({ message, path, extensions }: NonNullable<ToldResult['errors']>[number]): ToldError {
  const { code, retryable, retryAfterSeconds, faults, limit } = extensions;
  const shown: ToldError = { code, message: message.replace(variable, '$1'), retryable };
  if (path !== undefined) shown.path = path.join('.');
  for (const [name, detail] of Object.entries({ retryAfterSeconds, faults, limit }))
    if (detail !== undefined) shown[name] = detail;
  return shown;
}

/** The first error of each code, with the number of others: the same error of many fields says no more than one. */
function onePerCode(errors: readonly ToldError[]): ToldError[] {
  return [...Map.groupBy(errors, ({ code }) => code).values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    return { ...first, message: `${first.message} Errors on other paths with this code: ${others.length}.` };
  });
}

/** Reads end in any order: sorting gives the same errors the same text. */
function byPath({ path: a = '' }: ToldError, { path: b = '' }: ToldError): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a write was refused: the graph says so in its data. */
function isRefused(data: Content['data'], schema: GraphQLSchema): boolean {
  return Object.values(data ?? {}).some((value) => {
    const type = isRecord(value) && typeof value.__typename === 'string' && schema.getType(value.__typename);
    return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'FieldgraphError');
  });
}

function tooLong(): Answer {
  const message = `The result would have more than ${charactersMax} characters: ask for fewer fields, a shorter time, or fewer or shorter arguments.`;
  const structuredContent: Content = { data: null, errors: [{ code: 'BAD_USER_INPUT', message, retryable: false }] };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError: true };
}
