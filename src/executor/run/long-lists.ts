/** The text of a list that is too large for one step of work: written part by part, others have their turn between two. */
import type { Work } from '../../platform/sync/turns.ts';
import { type ByteList, itemsOfStep } from '../byte-list.ts';
import type { ListText } from '../bytes/list-program.ts';
import type { Project, Surroundings } from '../plan/projection.ts';

/** How a list is written: out of its bytes where a program can, else from parsed items. */
export interface ListWriting {
  listText: ListText;
  project: Project;
  surroundings: Surroundings;
}

/** The text in pieces, or the error of a list that cannot be read or of work that may not go on. Rejects with what `project` throws. */
export async function writeInTurns(
  list: ByteList<unknown>,
  work: Work,
  writing: ListWriting,
): Promise<readonly Buffer[] | Error> {
  const written = list.isUnparsed ? await writeBytes(list, work, writing) : undefined;
  return written ?? writeItems(list, work, writing);
}

/** Undefined where the bytes cannot be cut into parts. */
async function writeBytes(
  list: ByteList<unknown>,
  work: Work,
  writing: ListWriting,
): Promise<Buffer[] | undefined | Error> {
  const { listText, surroundings } = writing;
  const { unread } = list;
  const pieces: Buffer[] = [];
  for (let at = 0; unread !== undefined && at < list.size; ) {
    const over = at === 0 ? undefined : await work.turn().catch(toError);
    if (over) return over;
    const written = listText.part(unread, at, surroundings);
    const parsed = written ? undefined : attempt(() => list.partOfBytes(at));
    if (parsed instanceof Error) return parsed;
    if (parsed) listText.learn(parsed.items, unread.given.names);
    const part = written ?? parsed;
    if (part === undefined) return undefined;
    const texts = 'pieces' in part ? part.pieces : textOf(part.items, writing);
    // A part may hold no record that was requested.
    if (texts.length > 0) pieces.push(pieces.length === 0 ? opening : comma, ...texts);
    at = part.next;
  }
  return pieces.length === 0 ? [opening, closing] : [...pieces, closing];
}

async function writeItems(list: ByteList<unknown>, work: Work, writing: ListWriting): Promise<Buffer[] | Error> {
  const items = attempt(() => list.items());
  if (items instanceof Error) return items;
  const pieces: Buffer[] = [];
  for (let at = 0; at < items.length; at += itemsOfStep) {
    const over = await work.turn().catch(toError);
    if (over) return over;
    pieces.push(at === 0 ? opening : comma, ...textOf(items.slice(at, at + itemsOfStep), writing));
  }
  return pieces.length === 0 ? [opening, closing] : [...pieces, closing];
}

/** The text of items without the brackets around them; none of no items. */
function textOf(items: unknown[], { project, surroundings }: ListWriting): Buffer[] {
  return items.length === 0 ? [] : [Buffer.from(JSON.stringify(project(items, surroundings)).slice(1, -1))];
}

const opening = Buffer.from('[');
const comma = Buffer.from(',');
const closing = Buffer.from(']');

function attempt<Value>(read: () => Value): Value | Error {
  try {
    return read();
  } catch (error) {
    return toError(error);
  }
}

/** Makes an error of anything thrown. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A list cannot be read.', { cause: error });
}
