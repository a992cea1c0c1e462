/**
 * Keeps an answer within the maximum of characters by shortening lists. It reports which list is shorter, how many items of how many are
 * there, and how to request the rest. A list that the tool's document does not name is never shortened.
 */
import { countWhile } from '../../../platform/lists/count-while.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import type { Shortening } from './tool-document.ts';

/** A list that was shortened. */
export interface LeftOut {
  path: string;
  /** Items in the answer, of the longest list if there are several. */
  given: number;
  /** Items of the whole list. */
  of: number;
  request: string;
}

interface Shortened<Content> {
  content: Content & { leftOut?: LeftOut[] };
  /** JSON of the content; undefined if it does not fit with all its lists shortened. */
  text: string | undefined;
}

/** The content with as much of its lists as fits into `charactersMax` of JSON. Lists are shortened in the order of `shortenings`. */
export function shorten<Content extends { data: unknown }>(
  whole: Content,
  shortenings: readonly Shortening[],
  charactersMax: number,
): Shortened<Content> {
  const text = JSON.stringify(whole);
  if (text.length <= charactersMax) return { content: whole, text };
  let content: Shortened<Content>['content'] = whole;
  for (const shortening of shortenings) {
    const { path, request } = shortening;
    const of = longest(content.data, path);
    const withItems = (given: number): Shortened<Content>['content'] => ({
      ...content,
      data: cut(content.data, shortening, given),
      leftOut: [...(content.leftOut ?? []), { path: path.join('.'), given, of, request }],
    });
    if (of === 0) continue;
    const fits = (items: number) => JSON.stringify(withItems(items)).length <= charactersMax;
    const given = countWhile(of, fits) - 1;
    content = withItems(Math.max(given, 0));
    if (given >= 0) return { content, text: JSON.stringify(content) };
  }
  return { content, text: undefined };
}

/** The most items that any list at the path has. */
function longest(value: unknown, path: readonly string[]): number {
  if (Array.isArray(value))
    return path.length === 0 ? value.length : Math.max(0, ...value.map((item) => longest(item, path)));
  const [key, ...rest] = path;
  return isRecord(value) && key !== undefined ? longest(value[key], rest) : 0;
}

function cut(value: unknown, { path, keeps, request }: Shortening, items: number): unknown {
  if (Array.isArray(value)) {
    if (path.length > 0) return value.map((item) => cut(item, { path, keeps, request }, items));
    return keeps === 'first' ? value.slice(0, items) : value.slice(Math.max(0, value.length - items));
  }
  const [key, ...rest] = path;
  if (!isRecord(value) || key === undefined || !Object.hasOwn(value, key)) return value;
  const shortened = { ...value, [key]: cut(value[key], { path: rest, keeps, request }, items) };
  const { edges, pageInfo } = value;
  if (key !== 'edges' || !Array.isArray(edges) || edges.length <= items) return shortened;
  // The rest of a connection follows its last edge, or the first one if that is too long by itself.
  const end = Math.max(1, items);
  const page = { endCursor: edges[end - 1].cursor, ...(edges.length > end && { hasNextPage: true }) };
  return { ...shortened, pageInfo: { ...(pageInfo as object), ...page } };
}
