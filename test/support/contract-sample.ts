/** A record of the contract with all properties, made from the description, and variants of it with one invalid value each. */
import { resolvePointer } from '../../src/field-data/records/description.ts';

type Json = { [name: string]: Json | undefined } | Json[] | string | number | boolean | null;
type Schema = Record<string, Json>;

/** A complete record of a component. */
export function sampleOf(component: string): Record<string, Json> {
  return sampleValue({ $ref: `#/components/schemas/${component}` }, component) as Record<string, Json>;
}

const texts: Record<string, string> = {
  date: '2026-05-01',
  'date-time': '2026-05-01T06:30:00Z',
  uri: 'https://photos.example.com/1.jpg',
};

function sampleValue(schema: Schema, name: string): Json {
  if (typeof schema.$ref === 'string') return sampleValue(resolvePointer<Schema>(schema.$ref), name);
  const choices = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (choices) return sampleValue(choices.find(({ type }) => type !== 'null') ?? {}, name);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] as Json;
  const type = [schema.type].flat().find((one) => one !== 'null');
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties as Schema).map(([key, inner]) => [key, sampleValue(inner as Schema, key)]),
      );
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 1) }, () =>
        sampleValue(((schema.prefixItems as Schema[])?.[0] ?? schema.items) as Schema, name),
      );
    case 'integer':
    case 'number':
      return 12;
    case 'boolean':
      return false;
    default:
      return name === 'field_id' ? 'fld_a' : (texts[String(schema.format)] ?? 'text');
  }
}

/** Values that a service may send instead: nothing, every kind of JSON, and objects that break conversion to text. */
const wrongs: readonly (Json | undefined)[] = [
  undefined,
  null,
  'constructor',
  7,
  [],
  {},
  [null],
  { toString: 1, valueOf: 1 },
  { value: 1, unit: 'constructor' },
  { value: { toString: 1 }, unit: { toString: 1 } },
];

/** Variants of the value with one of its measures replaced. */
export function* withMeasure(value: Json, replacement: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if ('value' in value && 'unit' in value) yield replacement;
  for (const [key, inner] of Object.entries(value))
    for (const other of withMeasure(inner as Json, replacement))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
}

/** Variants of the value with each of its parts, and itself, replaced by each wrong value; named like `/soil/0/moisture = []`. */
export function* brokenOf(value: Json, pointer = ''): Generator<{ name: string; value: Json | undefined }> {
  for (const wrong of wrongs) yield { name: `${pointer} = ${JSON.stringify(wrong)}`, value: wrong };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const { name, value: broken } of brokenOf(inner as Json, `${pointer}/${key}`)) {
      const copy = Array.isArray(value) ? value.with(Number(key), broken as Json) : { ...value, [key]: broken };
      yield { name, value: copy };
    }
  }
}
