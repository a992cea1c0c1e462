/** List responses as text: records of one shape, as every service writes them, with occasional oddities of JSON or of the data. */
import { GraphQLNonNull, type GraphQLObjectType, getNullableType, isListType, isObjectType } from 'graphql';
import { schema } from '../../src/graph/schema/schema.ts';
import { generateValue, sentFields } from './generated-data.ts';
import { oneOf, type Random, shuffled } from './seeded-random.ts';

const texts = 'text|Walked the "north" side\nof it|Größe 5 µm, 気温|\\||2026-05-01|2026-05-01T06:30:00Z'.split('|');
const oddNumbers = `-0 0.0 -0.0 12.0 12.50 1e3 1E-7 0.0000001 0.12345678901234567 1e999 12345678901234567890
  01 1. .5 - +1 2147483648 2147483647 NaN`.split(/\s+/);
const oddStrings =
  String.raw`"\u00e9" "a\/b" "\ud83d\ude00" "\ud800" "\x" "\u12" "${'\t'}" "${'\u2028\x7f'}" "daily" "\b\f\n\r\t\"\\"`.split(
    ' ',
  );
const oddValues = 'null true false 7 "x" {} [] [null] {"value":1} [[]] nul '.split(' ');

/** Members that some services add, of another kind in each record. */
const rawValues = [[], { a: 1 }, 1, '1', null, [{ 'a/b': [true, null] }, -0.5]];

type Json = Record<string, unknown>;
/** The only unit in which a service sends all measures of a type; undefined for any unit. */
type UnitOf = (typeName: string) => string | undefined;

/**
 * How a service writes JSON: compact, with spaces, indented, with the members of each object in a different order, or as frameworks do that
 * escape what need not be, print numbers otherwise than JavaScript and add members of any kind.
 */
export type Writing = 'compact' | 'spaced' | 'indented' | 'shuffled' | 'foreign';

export interface Written {
  /** The share of values that are written oddly. */
  oddRate: number;
  /** Whether members that are null are left out. */
  leavesOut?: boolean;
  unitOf?: UnitOf;
  writing?: Writing;
  /** Whether the value of a measure is sent as null in place of the measure, as by services that have a class for measures. */
  nullsValues?: boolean;
}

/** The body of a list response with `count` records of a type. */
export function writtenList(name: string, fixed: Json, rest: Json, count: number, random: Random, written: Written) {
  const { oddRate, writing = 'compact' } = written;
  const type = schema.getType(name) as GraphQLObjectType;
  const records = Array.from({ length: count }, () => ({
    ...fixed,
    ...(regular(type, generateValue(new GraphQLNonNull(type), random, 0), random, written) as Json),
    ...fixed,
    ...(writing === 'foreign' && { raw: oneOf(random, rawValues) }),
  }));
  const write = writer(written, random);
  const [open, between, colon] = layouts[writing];
  const ending = Object.entries(rest).map(([key, member]) => `"${key}"${colon}${JSON.stringify(member)}`);
  const list = `[${open}${records.map(write).join(random() < oddRate ? ' ,' : between)}${open}]`;
  const members = [`"data"${colon}${list}`, ...ending];
  // Some services write the list last.
  const text = `{${open}${(writing === 'shuffled' && random() < 0.5 ? members.toReversed() : members).join(between)}${open}}`;
  return random() < oddRate * 20 ? spoilt(Buffer.from(text), random) : Buffer.from(text);
}

/** The text after a bracket, between two members or items, and after a name. */
const layouts: Record<Writing, [open: string, between: string, colon: string]> = {
  compact: ['', ',', ':'],
  spaced: ['', ', ', ': '],
  indented: ['\n\t', ',\r\n  ', ' : '],
  shuffled: ['', ',', ':'],
  foreign: ['', ',', ':'],
};

/** Characters that Python, PHP, Go or .NET escape. */
const escaped = /[^\x20-\x7e]|[&<>'+]/g;

/** A text or number as other writers write it. */
function foreign(value: string | number, random: Random): string {
  if (typeof value === 'string') {
    const asCode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return JSON.stringify(value).replaceAll(escaped, asCode).replaceAll('/', '\\/');
  }
  if (Number.isInteger(value))
    return value === 0 ? '-0.0' : `${value}${oneOf(random, ['', '.0', '.00', 'e0', '0E-1'])}`;
  return oneOf(random, [String(value), `${value / 3}`, '1e-05', '-0.0', `${value}00000000000000000`]);
}

/** The value with every member of its type, so that all records are alike, and with texts and numbers of many kinds. */
function regular(type: GraphQLObjectType, value: unknown, random: Random, written: Written): unknown {
  const { unitOf = () => undefined, nullsValues } = written;
  const sent = value as Json;
  const record: Json = {};
  for (const { property: key, type: output } of sentFields(type)) {
    const inner = getNullableType(output);
    const item = isListType(inner) ? getNullableType(inner.ofType) : inner;
    const one = (each: unknown) =>
      isObjectType(item) && each !== null ? regular(item, each, random, written) : varied(each, random);
    const member = sent[key] ?? null;
    const isMeasure = isObjectType(item) && 'value' in item.getFields() && 'unit' in item.getFields();
    const none = () => (isMeasure && nullsValues ? nullMeasure(unitOf(item.name), random) : null);
    record[key] = Array.isArray(member) ? member.map(one) : member === null ? none() : one(member);
  }
  if ('unit' in record) record.unit = unitOf(type.name) ?? record.unit;
  return type.name === 'GeoPoint' ? { type: 'Point', coordinates: sent.coordinates } : record;
}

const nullMeasure = (unit = 'percent', random: Random): Json =>
  oneOf<Json>(random, [{ value: null, unit }, { value: null, unit: null }, { value: null }]);

function varied(value: unknown, random: Random): unknown {
  if (value === 'text') return oneOf(random, texts);
  if (value === 12.8)
    return Math.round((random() * 400 - 100) * 10 ** Math.floor(random() * 6)) / 10 ** Math.floor(random() * 6);
  return value;
}

/** Writes values like a service. */
function writer({ oddRate, leavesOut, writing = 'compact' }: Written, random: Random): (value: unknown) => string {
  const [open, between, colon] = layouts[writing];
  const inside = (texts: string[]) => (texts.length === 0 ? '' : `${open}${texts.join(between)}${open}`);

  function write(value: unknown): string {
    if (random() < oddRate) return writeOddly(value);
    if (writing === 'foreign' && (typeof value === 'string' || typeof value === 'number'))
      return foreign(value, random);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${inside(value.map(write))}]`;
    const members = Object.entries(value).filter(([, member]) => member !== null || !leavesOut);
    const ordered = writing === 'shuffled' ? shuffled(members, random) : members;
    return `{${inside(ordered.map(([name, member]) => `"${name}"${colon}${write(member)}`))}}`;
  }

  function writeOddly(value: unknown): string {
    const kind = random();
    if (kind < 0.3) return oneOf(random, oddValues);
    if (typeof value === 'number') return oneOf(random, oddNumbers);
    if (typeof value === 'string') return oneOf(random, oddStrings);
    if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
    if (kind < 0.6) return JSON.stringify(value, null, 1);
    if (Array.isArray(value)) return JSON.stringify([...value, ...value, null]);
    const entries = Object.entries(value);
    if (kind < 0.75) return JSON.stringify(Object.fromEntries(entries.toReversed()));
    if (kind < 0.9) return JSON.stringify(Object.fromEntries(entries.slice(1)));
    return `{"kind":1,${JSON.stringify({ ...value, added_in_v1_9: 1 }).slice(1)}`;
  }

  return write;
}

/** The bytes, truncated, or with one byte removed or changed. */
function spoilt(bytes: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * bytes.length);
  const kind = random();
  if (kind < 0.3) return bytes.subarray(0, at);
  if (kind < 0.6) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  const copy = Buffer.from(bytes);
  copy[at] = Math.floor(random() * 256);
  return copy;
}
