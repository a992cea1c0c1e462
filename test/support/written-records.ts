/** List answers as text: records of one shape, as every service writes them, with an oddity of JSON or of the data here and there. */
import { GraphQLNonNull, type GraphQLObjectType, getNullableType, isListType, isObjectType } from 'graphql';
import { schema } from '../../src/graph/schema/schema.ts';
import odd from './written-records.json' with { type: 'json' };
import { generateValue, sentFields } from './generated-data.ts';
import type { Random } from './seeded-random.ts';

const { texts, oddNumbers, oddStrings, oddValues } = odd;

type Json = Record<string, unknown>;
/** The one unit in which a service sends all measures of a type; undefined where it sends any. */
type UnitOf = (typeName: string) => string | undefined;

/** The body of a list answer: `count` records of a type, one in `1 / oddRate` of its values written oddly. */
export function writtenList(
  typeName: string,
  fixed: Json,
  rest: Json,
  count: number,
  random: Random,
  oddRate: number,
  leavesOut = false,
  unitOf: UnitOf = () => undefined,
): Buffer {
  const type = schema.getType(typeName) as GraphQLObjectType;
  const records = Array.from({ length: count }, () => ({
    ...fixed,
    ...(regular(type, generateValue(new GraphQLNonNull(type), random, 0), random, unitOf) as Json),
    ...fixed,
  }));
  const writer = new Writer(random, oddRate, leavesOut);
  const ending = JSON.stringify(rest).slice(1);
  const text = `{"data":[${records.map((record) => writer.write(record)).join(random() < oddRate ? ', ' : ',')}],${ending}`;
  return random() < oddRate * 20 ? spoilt(Buffer.from(text), random) : Buffer.from(text);
}

/** The value with every member its type has, so that all records are alike, and with texts and numbers of many kinds. */
function regular(type: GraphQLObjectType, value: unknown, random: Random, unitOf: UnitOf): unknown {
  const sent = value as Json;
  const record: Json = {};
  for (const { name, type: output } of sentFields(type)) {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const inner = getNullableType(output);
    const item = isListType(inner) ? getNullableType(inner.ofType) : inner;
    const one = (each: unknown) =>
      isObjectType(item) && each !== null ? regular(item, each, random, unitOf) : varied(each, random);
    const member = sent[key] ?? null;
    record[key] = Array.isArray(member) ? member.map(one) : member === null ? null : one(member);
  }
  if ('unit' in record) record.unit = unitOf(type.name) ?? record.unit;
  return type.name === 'GeoPoint' ? { type: 'Point', coordinates: sent.coordinates } : record;
}

function varied(value: unknown, random: Random): unknown {
  if (value === 'text') return texts[Math.floor(random() * texts.length)];
  if (value === 12.8)
    return Math.round((random() * 400 - 100) * 10 ** Math.floor(random() * 6)) / 10 ** Math.floor(random() * 6);
  return value;
}

class Writer {
  readonly #random: Random;
  readonly #oddRate: number;

  readonly #leavesOut: boolean;

  constructor(random: Random, oddRate: number, leavesOut: boolean) {
    this.#random = random;
    this.#oddRate = oddRate;
    this.#leavesOut = leavesOut;
  }

  write(value: unknown): string {
    if (this.#random() < this.#oddRate) return this.#oddly(value);
    if (Array.isArray(value)) return `[${value.map((item) => this.write(item)).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .filter(([, member]) => member !== null || !this.#leavesOut)
      .map(([name, member]) => `"${name}":${this.write(member)}`)
      .join()}}`;
  }

  #oddly(value: unknown): string {
    const kind = this.#random();
    if (kind < 0.3) return this.#oneOf(oddValues);
    if (typeof value === 'number') return this.#oneOf(oddNumbers);
    if (typeof value === 'string') return this.#oneOf(oddStrings);
    if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
    if (kind < 0.6) return JSON.stringify(value, null, 1);
    if (Array.isArray(value)) return JSON.stringify([...value, ...value, null]);
    const entries = Object.entries(value);
    if (kind < 0.75) return JSON.stringify(Object.fromEntries(entries.toReversed()));
    if (kind < 0.9) return JSON.stringify(Object.fromEntries(entries.slice(1)));
    return `{"kind":1,${JSON.stringify({ ...value, added_in_v1_9: 1 }).slice(1)}`;
  }

  #oneOf(texts: readonly string[]): string {
    return texts[Math.floor(this.#random() * texts.length)] as string;
  }
}

/** The bytes with one of them gone, doubled or another. */
function spoilt(bytes: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * bytes.length);
  const kind = random();
  if (kind < 0.3) return bytes.subarray(0, at);
  if (kind < 0.6) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  const copy = Buffer.from(bytes);
  copy[at] = Math.floor(random() * 256);
  return copy;
}
