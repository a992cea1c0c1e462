/** The result of a long operation as text, written step by step: of graphql-js it is one tree, which JSON.stringify would write in one go. */
import type { ExecutionResult } from 'graphql';
import { ResultTooLarge, stepBytes, type Work } from '../platform/sync/turns.ts';
import { itemsOfStep } from './byte-list.ts';
import { type JsonResult, jsonResult } from './json-result.ts';
import { CachedText } from './run/text-cache.ts';

/** Rejects with ResultTooLarge where the data has more bytes than allowed, and with what the work rejects with. */
export async function textInTurns(result: ExecutionResult, work: Work, bytesMax: number): Promise<JsonResult> {
  if (!result.data) return result;
  const pieces: Buffer[] = [];
  let bytes = 0;
  let text = '';
  const flush = (): void => {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > bytesMax) throw new ResultTooLarge();
    pieces.push(piece);
    text = '';
  };
  for (const part of partsOf(result.data)) {
    text += part;
    if (text.length < stepBytes) continue;
    flush();
    await work.turn();
  }
  flush();
  const data = new CachedText(pieces) as object as Record<string, unknown>;
  return { ...result, ...jsonResult(data, [...(result.errors ?? [])], new Set()) };
}

/** The JSON of a value in parts, each of about one record. */
function* partsOf(value: unknown): Generator<string> {
  if (!holdsComposites(value)) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, member] of Object.entries(value)) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* partsOf(member);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/** Whether a value is an object or list with others in it that hold some in turn: a record with its measures has none. */
function holdsComposites(value: unknown, depth = 2): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0 || (Array.isArray(value) && value.length > itemsOfStep)) return true;
  return Object.values(value).some((member) => holdsComposites(member, depth - 1));
}
