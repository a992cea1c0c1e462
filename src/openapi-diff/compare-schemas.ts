/**
 * Compares two schemas property by property, following the committed one. Additions of the live description are reported and
 * not descended into. A wider schema breaks an answer, a narrower one breaks a request. Enums of answers are open.
 */
import type { Place } from './change.ts';
import { anyType, type DescriptionReader, lowerBounds, type SchemaView, upperBounds } from './schema-view.ts';

export type Direction = 'request' | 'response';

export interface Comparison {
  committed: DescriptionReader;
  live: DescriptionReader;
  direction: Direction;
  takesNull(place: Place): boolean;
  /** Called with each difference, and with the places it lies in, the innermost first. */
  report(difference: { subject: string; what: string; breaks: boolean; trail: Place[] }): void;
}

/** A pair of schemas at the same place. */
interface Pair {
  before: unknown;
  after: unknown;
  /** Name of the place. */
  subject: string;
  trail: Place[];
}

/** The committed description does not nest deeper. */
const depthMax = 20;

/** Reports every difference between two schemas. */
export function compareSchemas(comparison: Comparison, pair: Pair, depth = 0): void {
  if (depth > depthMax) return;
  const before = comparison.committed.view(pair.before);
  const after = comparison.live.view(pair.after);
  const { direction, report } = comparison;
  const add = (what: string, breaks: boolean) => report({ subject: pair.subject, what, breaks, trail: pair.trail });

  const [place] = pair.trail;
  const mayBeNull = place !== undefined && comparison.takesNull(place);
  compareTypes(before, after, mayBeNull, direction, add);
  compareValues(before, after, direction, add);
  if (direction === 'request') compareBounds(before, after, add);
  if (before.properties.size > 0 && after.properties.size === 0) {
    add('its properties are no longer described', direction === 'response');
  } else {
    const component = before.component ?? pair.subject;
    const inside = { component, trail: pair.trail, depth: depth + 1 };
    compareMembers(comparison, membersOf(before, component), membersOf(after, component), inside);
  }
  if (before.items === undefined) return;
  if (after.items === undefined) add('its items are no longer described', direction === 'response');
  else compareSchemas(comparison, { ...pair, before: before.items, after: after.items }, depth + 1);
}

type AddChange = (what: string, breaks: boolean) => void;

/** `mayBeNull`: whether the graph takes null in an answer. */
function compareTypes(before: SchemaView, after: SchemaView, mayBeNull: boolean, direction: Direction, add: AddChange) {
  const taken = mayBeNull ? before.types.union(new Set(['null'])) : before.types;
  const isNarrower = !before.types.isSubsetOf(after.types);
  const breaks = direction === 'response' ? !after.types.isSubsetOf(taken) : isNarrower;
  if (isNarrower || !after.types.isSubsetOf(before.types))
    add(`type ${typesText(before)} -> ${typesText(after)}`, breaks);
  if (before.format !== after.format) {
    const isFreed = direction === 'request' ? after.format === undefined : before.format === undefined;
    add(`format ${before.format ?? 'none'} -> ${after.format ?? 'none'}`, !isFreed);
  }
}

function typesText({ types }: SchemaView): string {
  if (types.size === anyType.length) return 'any';
  const named = [...types].filter((type) => type !== 'integer' || !types.has('number'));
  return named.sort().join(' or ') || 'nothing';
}

function compareValues(before: SchemaView, after: SchemaView, direction: Direction, add: AddChange): void {
  const isSent = direction === 'request';
  if (before.values === undefined || after.values === undefined) {
    if (after.values !== undefined) add(`only these values: ${wordsText(after.values)}`, isSent);
    if (before.values !== undefined) add('any value', false);
    return;
  }
  const removed = before.values.difference(after.values);
  const added = after.values.difference(before.values);
  if (removed.size > 0) add(`values removed: ${wordsText(removed)}`, isSent);
  if (added.size > 0) add(`values added: ${wordsText(added)}`, false);
}

const wordsText = (words: ReadonlySet<string>): string => [...words].sort().join(' ');

function compareBounds(before: SchemaView, after: SchemaView, add: AddChange): void {
  for (const name of [...lowerBounds, ...upperBounds]) {
    const was = before.bounds[name];
    const is = after.bounds[name];
    if (was === is) continue;
    const isTighter = lowerBounds.includes(name)
      ? (is ?? Number.NEGATIVE_INFINITY) > (was ?? Number.NEGATIVE_INFINITY)
      : (is ?? Number.POSITIVE_INFINITY) < (was ?? Number.POSITIVE_INFINITY);
    add(`${name} ${was ?? 'none'} -> ${is ?? 'none'}`, isTighter);
  }
  // No rule says which of two patterns accepts more: treat a new one as breaking.
  if (before.pattern !== after.pattern) add('pattern changed', after.pattern !== undefined);
}

/** A named part of a description: a property, a parameter or a header. */
export interface Member {
  /** Its name in reports: `WeatherRecord.date`, `parameter limit`, `header Idempotency-Key`. */
  subject: string;
  name: string;
  required: boolean;
  schema: unknown;
}

type Members = ReadonlyMap<string, Member>;

function membersOf({ properties, required }: SchemaView, component: string): Members {
  const members = [...properties].map(([name, schema]): [string, Member] => [
    name,
    { subject: `${component}.${name}`, name, required: required.has(name), schema },
  ]);
  return new Map(members);
}

/** Reports every difference between the members of a component, at the end of a trail. */
export function compareMembers(
  comparison: Comparison,
  before: Members,
  after: Members,
  { component, trail = [], depth = 0 }: { component: string; trail?: Place[]; depth?: number },
): void {
  const { direction, report } = comparison;
  const at = ({ subject, name }: Member) => ({ subject, trail: [{ component, property: name }, ...trail] });
  const add = (member: Member, what: string, breaks: boolean) => report({ ...at(member), what, breaks });
  for (const [key, member] of before) {
    const now = after.get(key);
    if (now === undefined) add(member, 'removed', true);
    else {
      if (member.required && !now.required) add(member, 'no longer required', direction === 'response');
      if (!member.required && now.required) add(member, 'required now', direction === 'request');
      compareSchemas(comparison, { ...at(member), before: member.schema, after: now.schema }, depth);
    }
  }
  for (const [key, member] of after) {
    if (before.has(key)) continue;
    add(member, member.required ? 'added, required' : 'added', member.required && direction === 'request');
  }
}
