/**
 * Checks that records have the contract's shape, so that a foreign page does not become "weather with every field null"; leaves are checked
 * as they are completed. A schema validator over whole records would cost nearly as much as their parse.
 */
import { malformed } from '../errors/gateway-error.ts';
import { stepBytes, type Work } from '../../platform/sync/turns.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { ByteList, type ExpectedMembers } from '../../executor/byte-list.ts';
import { ResponseList } from '../upstream/response.ts';

/** The kind of a value of the contract's type; none if it may be missing. */
type KindOf<Value> = [Value] extends [string]
  ? 'string'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'boolean'
      : [Value] extends [readonly unknown[]]
        ? 'list'
        : [Value] extends [object]
          ? 'object'
          : never;

export interface Shape<Item> {
  readonly kinds: { readonly [Name in keyof Item]?: KindOf<Item[Name]> };
  /** Words of members by which lists are filtered. */
  readonly words: { readonly [Name in keyof Item]?: readonly Item[Name][] };
  fits(item: Record<string, unknown>): boolean;
}

/**
 * A shape whose kinds match the generated type: a property that is renamed, retyped or may be missing is a type error. Its check is
 * generated code, because a loop over names costs a good part of what parsing costs.
 */
export function shapeOf<Item>(kinds: Shape<Item>['kinds'], words: Shape<Item>['words'] = {}): Shape<Item> {
  const tests = Object.entries(kinds).map(([name, kind]) => {
    const value = `item[${JSON.stringify(name)}]`;
    if (kind === 'list') return `Array.isArray(${value})`;
    return kind === 'object' ? `isRecord(${value})` : `typeof ${value} === '${kind}'`;
  });
  const fits = new Function('isRecord', `return (item) => ${tests.join(' && ')};`)(isRecord);
  return { kinds, words, fits };
}

/** The members that records must have if only their field was requested. The field is the first in every list of names. */
export function fieldOnly({ field_id }: { readonly field_id: string }): ExpectedMembers {
  return { names: fieldName, values: [field_id] };
}

const fieldName = ['field_id'] as const;

/** The requested records of a list. */
interface RequestedRecords<Item> extends Narrowing<Item> {
  record: Shape<Item>;
  expected: ExpectedMembers;
}

/** Changed or additional filters of a list. */
export interface Narrowing<Item> {
  expected?: ExpectedMembers;
  /** Whether a record was requested. */
  matches?: ((item: Item) => boolean) | undefined;
}

/** The largest record: a selection may repeat each of its members a hundred times, in the turn that works on the record. */
const recordBytesMax = 1_048_576;

/**
 * Returns only the requested records of a list, because a service may ignore a filter. Throws UPSTREAM_ERROR, now or when the records are
 * read, unless each has the shape and the requested field.
 */
export function readList<Item>(data: unknown, requested: RequestedRecords<Item>, work?: Work): ByteList<Item> {
  const { expected } = requested;
  if (!(data instanceof ResponseList)) return new ByteList(checked(data, requested) ?? [], work);
  const check = (items: unknown, isPart = false) => checked(items, requested, isPart);
  return new ByteList({ data, expected, assertPart, check }, work);
}

function assertPart(bytes: number): void {
  if (bytes > stepBytes + recordBytesMax) throw malformed('a record has more than 1 MiB');
}

/** Shorter lists are estimated by their bytes. */
const sampledBytesMin = 32_768;
/** Estimated size of a record in shorter lists, and where no sample is found. */
const recordBytes = 512;
/** Records of a longer list whose sizes are measured, throughout the list. */
const samples = 64;

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}');

/** Counts the records of a list without parsing. Any count for bytes that are not JSON. */
export function countRecords(data: unknown): number {
  if (!(data instanceof ResponseList)) return Array.isArray(data) ? data.length : 0;
  const { bytes, start, end } = data;
  let count = 0;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      // Most bytes are in strings: this loop compares each of them only with two others.
      while (++at < end && bytes[at] !== quote) if (bytes[at] === backslash) at++;
    } else if (byte === openBrace || byte === openBracket) {
      if (depth++ === 0) count++;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
  }
  return count;
}

/**
 * Estimates the number of records without a search of all bytes. It takes the records of a long list to be as short as the shortest sample, so
 * that longer ones hide none.
 */
export function estimateRecords(data: unknown): number {
  if (!(data instanceof ResponseList)) return Array.isArray(data) ? data.length : 0;
  const { bytes, start, end } = data;
  const length = end - start;
  if (length <= sampledBytesMin) return Math.ceil(length / recordBytes);
  let shortest = length;
  let next = bytes.indexOf(fieldMember, start);
  for (let sample = 1; next !== -1 && next < end; sample++) {
    const at = next;
    next = bytes.indexOf(fieldMember, at + 1);
    if (next === -1 || next >= end) break;
    shortest = Math.min(shortest, next - at);
    next = bytes.indexOf(fieldMember, Math.max(next, start + Math.floor((sample * length) / samples)));
  }
  return Math.ceil(length / (shortest < length ? shortest : recordBytes));
}

const fieldMember = Buffer.from('"field_id"');

/** The requested records. Undefined for a part of a list with an error: only the whole list shows its place, or that it is none. */
function checked<Item>(
  items: unknown,
  { record, expected, matches }: RequestedRecords<Item>,
  isPart = false,
): Item[] | undefined {
  if (!Array.isArray(items)) throw malformed('data is no list');
  const { names, values } = expected;
  let isObeyed = true;
  for (const item of items) {
    if (typeof item !== 'object' || item === null || item.field_id !== values[0] || !record.fits(item)) {
      if (isPart) return undefined;
      throw malformed(`data[${items.indexOf(item)}]${violationOf(item, record)}`);
    }
    for (let at = 1; at < names.length; at++) if (item[names[at] ?? ''] !== values[at]) isObeyed = false;
    if (matches !== undefined && !matches(item)) isObeyed = false;
  }
  if (isObeyed) return items;
  for (const [name, known] of Object.entries<readonly unknown[] | undefined>(record.words))
    if (!items.some((item) => known?.includes(item[name]))) {
      if (isPart) return undefined;
      throw malformed(`each ${name} is none of ${known?.join(', ')}`);
    }
  const states = (item: Record<string, unknown>) => names.every((name, at) => item[name] === values[at]);
  return items.filter((item) => states(item) && (matches?.(item) ?? true));
}

/** How a record breaks the contract, after its place: by its first such member. */
function violationOf<Item>(item: unknown, { kinds, fits }: Shape<Item>): string {
  if (!isRecord(item)) return ' is no object';
  if (fits(item)) return '.field_id is not the field of the request';
  const isWrong = ([name, kind]: [string, unknown]) => !shapeOf({ [name]: kind } as typeof kinds).fits(item);
  const [name, kind] = Object.entries<unknown>(kinds).find(isWrong) ?? [];
  return `.${name} is no ${kind}`;
}

/** The one record of a response, unchanged. Throws UPSTREAM_ERROR unless it has the shape and the field. */
export function readOne<Item>({ data }: { readonly data: unknown }, record: Shape<Item>, fieldId: string): Item {
  if (!isRecord(data) || data.field_id !== fieldId || !record.fits(data))
    throw malformed(`data${violationOf(data, record)}`);
  return data as Item;
}
