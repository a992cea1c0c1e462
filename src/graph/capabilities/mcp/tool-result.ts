/**
 * Turns the result of an operation into the answer of a tool. It has `isError` if the model can correct the cause: unacceptable arguments,
 * reads that all failed, a write that was refused. Partial data is an answer, with its errors.
 */
import { type ArgumentNode, type GraphQLSchema, isObjectType, Kind, type SelectionSetNode } from 'graphql';
import { isRecord } from '../../../platform/json/is-record.ts';
import type { InputFault } from '../../errors/gateway-error.ts';
import { holdsData, identifying } from '../../errors/lost-data.ts';
import { type LeftOut, shorten } from './shorten.ts';
import type { Shortening } from './tool-document.ts';
import type { Tool } from './tools.ts';

/** Maximum characters of an answer's JSON, a few thousand tokens. */
export const charactersMax = 8_000;

/** The result of an operation, as JSON has it. */
export interface JsonResult {
  data?: Record<string, unknown> | null;
  errors?: JsonError[];
}

type JsonError = { message: string; path?: readonly (string | number)[]; extensions: Record<string, unknown> };

interface ToolError {
  path?: string | undefined;
  code: unknown;
  message: string;
  retryable: unknown;
  [detail: string]: unknown;
}

/** The structured content of every answer: outputSchema in tools.ts describes it. */
interface Content extends Record<string, unknown> {
  data: Record<string, unknown> | null;
  errors?: ToolError[];
  leftOut?: LeftOut[];
}

/** A result of `tools/call`. */
export type ToolResult = NonNullable<ReturnType<typeof resultOf>>;

/** Makes the answer of a tool. Of a long one, equal errors become one before lists become shorter. */
export function toToolResult(result: JsonResult, tool: Tool, schema: GraphQLSchema, requestId: string): ToolResult {
  const { shortenings, operation } = tool;
  const refusals = Object.entries(result.data ?? {}).filter(([, value]) => isRefusal(value, schema));
  const ofTool = refusals.map(([name, value]) => [name, refusalInWordsOfTool(value as Refusal, operation)]);
  const data = result.data ? { ...result.data, ...Object.fromEntries(ofTool) } : null;
  const errors = result.errors?.map((error) => toToolError(error, operation, requestId)).toSorted(byPath);
  const isEmpty = errors !== undefined && !holdsData(data, identifying);
  const isError = refusals.length > 0 || isEmpty;
  const fewer = errors && onePer(errors, ({ message }) => message);
  const perCode = onePer(errors ?? [], ({ code }) => code);
  return (
    resultOf(data, errors, isError) ??
    resultOf(isEmpty ? null : data, fewer, isError, shortenings) ??
    resultOf(null, isEmpty ? perCode : [tooLong, ...perCode], true) ??
    (resultOf(null, [tooLong], true) as ToolResult)
  );
}

/** An answer with as much of the lists of `shortenings` as fits; undefined if none fits. */
function resultOf(
  data: Content['data'],
  errors: ToolError[] | undefined,
  isError: boolean,
  shortenings: readonly Shortening[] = [],
) {
  const { content, text } = shorten<Content>({ data, ...(errors && { errors }) }, shortenings, charactersMax);
  if (text === undefined) return undefined;
  return { content: [{ type: 'text' as const, text }], structuredContent: content, ...(isError && { isError }) };
}

/** The name of a tool's argument in messages of graphql-js. */
const variable = /^Variable "\$(\w+)"/;

/** An error with its path as one string. Details of the request that only people need are left to the log. */
function toToolError(
  { message, path, extensions }: JsonError,
  operation: Tool['operation'],
  sentId: string,
): ToolError {
  const { code, retryable, retryAfterSeconds, limit } = extensions;
  // A model sees no header of the reply, and is to report the id.
  const requestId = code === 'INTERNAL_SERVER_ERROR' ? sentId : undefined;
  const faults = extensions.faults as InputFault[] | undefined;
  // The message is that of the first.
  const { message: sentence } = wordsOfTool(faults?.[0]?.path ?? [], message.replace(variable, '$1'), operation);
  const all = faults?.map((each) => ({ ...each, ...wordsOfTool(each.path, each.message, operation) }));
  const details = { path: path?.join('.'), retryAfterSeconds, faults: all, limit, requestId };
  return { code, message: sentence, retryable, ...details };
}

interface Refusal {
  message: string;
  faults?: InputFault[];
}

/** A refused write, with the arguments of the tool. */
function refusalInWordsOfTool({ message, faults, ...others }: Refusal, operation: Tool['operation']): Refusal {
  const ofTool = faults?.map(({ path, message, ...rest }) => ({ ...rest, ...wordsOfTool(path, message, operation) }));
  const { message: sentence } = wordsOfTool(faults?.[0]?.path ?? [], message, operation);
  return { ...others, message: sentence, ...(ofTool && { faults: ofTool }) };
}

/** The path of a violation and its message by the tool's argument. The model never saw that its document passes it as `first: $limit`. */
function wordsOfTool(path: string[], message: string, { selectionSet }: Tool['operation']) {
  const [argument = '', ...members] = path;
  const passed = argumentsOf(selectionSet).filter(({ name }) => name.value === argument);
  const [shown = path] = passed.flatMap(({ value }) => variableAt(value, members));
  const names = new Map([
    [argument, shown[0]],
    [path.join('.'), shown.join('.')],
  ]);
  return { path: shown, message: message.replace(/^[\w.]*\w/, (word) => names.get(word) ?? word) };
}

function argumentsOf({ selections }: SelectionSetNode): ArgumentNode[] {
  return selections.flatMap((node) => {
    const own = node.kind === Kind.FIELD ? (node.arguments ?? []) : [];
    const inner = node.kind === Kind.FRAGMENT_SPREAD ? undefined : node.selectionSet;
    return inner ? [...own, ...argumentsOf(inner)] : own;
  });
}

/** The path that begins with the variable at these members of a value; none where it is a literal. */
function variableAt(value: ArgumentNode['value'] | undefined, members: string[]): string[][] {
  if (value?.kind === Kind.VARIABLE) return [[value.name.value, ...members]];
  const [first, ...others] = members;
  if (value?.kind !== Kind.OBJECT) return [];
  return variableAt(value.fields.find(({ name }) => name.value === first)?.value, others);
}

/** The first error of each key, with the number of others: the same error of many fields says no more than one. */
function onePer(errors: readonly ToolError[], keyOf: (error: ToolError) => unknown): ToolError[] {
  return [...Map.groupBy(errors, keyOf).values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    return { ...first, message: `${first.message} Errors like this on other paths: ${others.length}.` };
  });
}

/** Reads end in any order: sorting gives the same errors the same text. */
const byPath = ({ path: a = '' }: ToolError, { path: b = '' }: ToolError): number => (a < b ? -1 : Number(a > b));

/** Whether a value of the data is a refused write. */
function isRefusal(value: unknown, schema: GraphQLSchema): boolean {
  const type = isRecord(value) && typeof value.__typename === 'string' && schema.getType(value.__typename);
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'FieldgraphError');
}

const tooLong: ToolError = {
  code: 'BAD_USER_INPUT',
  message: `The result would have more than ${charactersMax} characters: request fewer fields, a shorter time, or fewer or shorter arguments.`,
  retryable: false,
};
