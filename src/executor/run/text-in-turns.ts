/** The JSON of long operations, written step by step; other requests are answered between two steps. */
import type { ExecutionResult } from 'graphql';
import { ResultTooLarge, stepBytes, type Work } from '../../platform/sync/turns.ts';
import type { ByteList } from '../byte-list.ts';
import type { ListProgram } from '../bytes/list-program.ts';
import { type JsonResult, jsonResult } from '../json-result.ts';
import type { Project, Surroundings } from '../plan/projection.ts';
import { bytesLeft, type Run } from './run.ts';
import { JsonText } from './text-cache.ts';

/** How a list is written: from its bytes if the program can, else from parsed items. */
interface ListWriting {
  work: Work;
  program: ListProgram;
  project: Project;
  surroundings: Surroundings;
  run: Run;
}

/** Resolves to the pieces of a list, or to the error of an unreadable list or of work that must stop. Rejects with `project`'s errors. */
export async function listInTurns(list: ByteList<unknown>, writing: ListWriting): Promise<readonly Buffer[] | Error> {
  return (list.isUnparsed ? await bytesInTurns(list, writing) : undefined) ?? itemsInTurns(list, writing);
}

/** Undefined if the bytes cannot be split into parts. */
async function bytesInTurns(list: ByteList<unknown>, writing: ListWriting): Promise<Buffer[] | undefined | Error> {
  const { work, program, surroundings } = writing;
  const { unread } = list;
  const pieces = collectPieces(writing.run);
  for (let at = 0; unread !== undefined && at < list.size; ) {
    let part: ReturnType<ListProgram['part']> | ReturnType<typeof list.partOfBytes>;
    try {
      if (at > 0) await work.turn();
      part = program.part(unread, at, surroundings, pieces.opening) ?? list.partOfBytes(at);
    } catch (error) {
      return toError(error);
    }
    if (part === undefined) return undefined;
    if ('items' in part) program.observe(part.items, unread);
    pieces.add('items' in part ? textOf(part.items, writing, pieces.opening) : part.pieces);
    at = part.next;
  }
  return pieces.end();
}

async function itemsInTurns(list: ByteList<unknown>, writing: ListWriting): Promise<Buffer[] | Error> {
  const items = await list
    .parseInTurns()
    .then(() => list.items())
    .catch(toError);
  if (items instanceof Error) return items;
  const pieces = collectPieces(writing.run);
  const { itemsOfStep } = list;
  for (let at = 0; at < items.length; at += itemsOfStep) {
    const over = await writing.work.turn().catch(toError);
    if (over) return over;
    pieces.add(textOf(items.slice(at, at + itemsOfStep), writing, pieces.opening));
  }
  return pieces.end();
}

/** Collects the pieces of an unfinished list, and checks their size at each step. */
function collectPieces(run: Run) {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return {
    /** What the texts of the next step begin with: a piece of its own would be one more write to the socket. */
    get opening(): '[' | ',' {
      return pieces.length === 0 ? '[' : ',';
    },
    /** Adds the texts of a step. There are none if the step has no requested record. */
    add(texts: readonly Buffer[]): void {
      for (const { length } of texts) bytes += length;
      run.assertFits(bytes);
      pieces.push(...texts);
    },
    end: (): Buffer[] => [...pieces, pieces.length === 0 ? emptyList : closing],
  };
}

/** The text of items, without the bracket after them. */
function textOf(items: unknown[], { project, surroundings, run }: ListWriting, opening: '[' | ','): Buffer[] {
  if (items.length === 0) return [];
  // A step may be a second attempt at the same items.
  surroundings.listBytesLeft = run.listBytesLeft;
  const made = project(items, surroundings);
  run.assertFits(0, made);
  return [Buffer.from(opening + JSON.stringify(made).slice(1, -1))];
}

const emptyList = Buffer.from('[]');
const closing = Buffer.from(']');

/** Turns anything thrown into an error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A list cannot be read.', { cause: error });
}

/** Turns a result of graphql-js into text. Rejects with ResultTooLarge if its data exceeds `bytesMax`, and with the errors of the work. */
export async function resultInTurns(result: ExecutionResult, work: Work, bytesMax: number): Promise<JsonResult> {
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
  for (const part of partsOf(result.data, bytesMax)) {
    text += part;
    if (text.length < stepBytes) continue;
    flush();
    await work.turn();
  }
  flush();
  const data = new JsonText(pieces) as object as Record<string, unknown>;
  return { ...result, ...jsonResult(data, [...(result.errors ?? [])], new Set()) };
}

/** The JSON of a value in parts, each of about one record. Throws ResultTooLarge before a part that exceeds `bytesMax`. */
function* partsOf(value: unknown, bytesMax: number): Generator<string> {
  if (!isDeep(value)) {
    if (bytesLeft(value, bytesMax) < 0) throw new ResultTooLarge();
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, member] of Object.entries(value)) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* partsOf(member, bytesMax);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/** Items of a list that are one part: few enough for one step, if they have the size of most records. */
const itemsMax = 80;

/** Whether a value has many items, or objects or lists that contain others in turn. A record with its measures has none of these. */
function isDeep(value: unknown, depth = 2): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0 || (Array.isArray(value) && value.length > itemsMax)) return true;
  return Object.values(value).some((member) => isDeep(member, depth - 1));
}
