/**
 * Normalizes one schema of a description: follows references, merges `oneOf`, `anyOf` and `allOf`, and lists `null` among the
 * types. A live description is untrusted: its shape is checked, and its size is bounded.
 */
import { isRecord } from '../platform/json/is-record.ts';
import { valueAt } from '../platform/json/pointer.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, else an empty object. */
export const asRecord = (value: unknown): JsonObject => (isRecord(value) ? value : {});

export interface SchemaView {
  /** Name of the component that the schema refers to, if any. */
  component: string | undefined;
  /** JSON types, including `integer`. All of them if the schema names none. */
  types: ReadonlySet<string>;
  /** Allowed values, as JSON. Undefined if any value of the types is allowed. */
  values: ReadonlySet<string> | undefined;
  format: string | undefined;
  pattern: string | undefined;
  /** Numeric bounds by keyword. */
  bounds: Readonly<Record<string, number>>;
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
  items: unknown;
}

/** More than any description needs, but few enough to be read without a pause. */
const readMax = 50_000;
const nestingMax = 12;
const endless = 'The description has no end.';

/** Every type of JSON Schema. */
export const anyType: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Keywords that accept less the higher their value is. */
export const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
/** Keywords that accept less the lower their value is. */
export const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** Reads the schemas of one description. Throws if it is too large or nests too deep. */
export class DescriptionReader {
  readonly document: JsonObject;
  /** Number of objects, properties and entries of `enum` and `required` that were read. */
  #read = 0;

  constructor(document: JsonObject) {
    this.document = document;
  }

  /** Follows references and returns the object there. Returns an empty one if a reference leads nowhere, to no object, or too far. */
  record(value: unknown): JsonObject {
    this.#count(1);
    for (let hops = 0; hops < nestingMax; hops += 1) {
      if (!isRecord(value) || typeof value.$ref !== 'string') return asRecord(value);
      value = value.$ref.startsWith('#/') ? valueAt(this.document, value.$ref) : undefined;
    }
    return {};
  }

  view(schema: unknown, nesting = 0): SchemaView {
    const inside = this.record(schema);
    this.#count(Object.keys(asRecord(inside.properties)).length);
    for (const list of [inside.enum, inside.required]) if (Array.isArray(list)) this.#count(list.length);
    if (nesting > nestingMax) throw new Error(endless);
    const views = (list: unknown) => (Array.isArray(list) ? list.map((one) => this.view(one, nesting + 1)) : []);
    const alternatives = views(inside.oneOf ?? inside.anyOf);
    const parts = [...views(inside.allOf), ...(alternatives.length > 0 ? [alternatives.reduce(either)] : [])];
    const folded = parts.reduce(both, ownView(inside, componentOf(schema)));
    // OpenAPI 3.0 allows `nullable` next to an allOf, for the whole of it.
    return inside.nullable === true ? { ...folded, types: new Set([...folded.types, 'null']) } : folded;
  }

  #count(read: number): void {
    this.#read += read;
    if (this.#read > readMax) throw new Error(endless);
  }
}

/** How a program stores a number: its JSON is the same. */
const numericFormat = /^(?:u?int\d+|float|double)$/;

function ownView(schema: JsonObject, component: string | undefined): SchemaView {
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : schema.enum;
  const allowed = Array.isArray(values) ? values : undefined;
  return {
    component,
    types: readTypes(schema, allowed),
    values: allowed && new Set(allowed.filter((value) => value !== null).map((value) => JSON.stringify(value))),
    format: typeof schema.format === 'string' && !numericFormat.test(schema.format) ? schema.format : undefined,
    pattern: typeof schema.pattern === 'string' ? schema.pattern : undefined,
    bounds: readBounds(schema),
    properties: new Map(Object.entries(asRecord(schema.properties))),
    required: new Set(Array.isArray(schema.required) ? schema.required.map(String) : []),
    items: schema.items,
  };
}

function componentOf(schema: unknown): string | undefined {
  if (!isRecord(schema) || typeof schema.$ref !== 'string') return undefined;
  return /^#\/components\/schemas\/([^/]+)$/.exec(schema.$ref)?.[1];
}

function readTypes(schema: JsonObject, values: unknown[] | undefined): Set<string> {
  const { type } = schema;
  const named = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : undefined;
  const types = new Set(named ?? values?.map(typeOf) ?? (isRecord(schema.properties) ? ['object'] : anyType));
  // A schema that accepts numbers accepts integers.
  if (types.has('number')) types.add('integer');
  return types;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function readBounds(schema: JsonObject): Record<string, number> {
  const bounds = [...lowerBounds, ...upperBounds].map((name) => [name, schema[name]] as const);
  return Object.fromEntries(bounds.filter((bound): bound is [string, number] => typeof bound[1] === 'number'));
}

/** The view of a value that fits either schema. `null` only adds to the types of the other. */
function either(left: SchemaView, right: SchemaView): SchemaView {
  if (isNull(right)) return { ...left, types: left.types.union(right.types) };
  if (isNull(left)) return { ...right, types: left.types.union(right.types) };
  return {
    component: undefined,
    types: left.types.union(right.types),
    values: left.values && right.values && left.values.union(right.values),
    format: formatOfEither(left, right),
    pattern: left.pattern === right.pattern ? left.pattern : undefined,
    bounds: {},
    properties: new Map([...right.properties, ...left.properties]),
    required: left.required.intersection(right.required),
    items: left.items ?? right.items,
  };
}

/** Without a format on one side, any text fits, unless that side takes no text. */
function formatOfEither(left: SchemaView, right: SchemaView): string | undefined {
  if (left.format === right.format) return left.format;
  const isFree = [left, right].some(({ format, types }) => format === undefined && types.has('string'));
  const formats = [left.format, right.format].filter((format) => format !== undefined).sort();
  return isFree ? undefined : formats.join(' or ');
}

function tighter(left: SchemaView['bounds'], right: SchemaView['bounds']): SchemaView['bounds'] {
  const tight: Record<string, number> = { ...left };
  for (const [name, bound] of Object.entries(right)) {
    const choose = lowerBounds.includes(name) ? Math.max : Math.min;
    tight[name] = choose(bound, left[name] ?? bound);
  }
  return tight;
}

const isNull = ({ types }: SchemaView): boolean => types.size === 1 && types.has('null');

function both(left: SchemaView, right: SchemaView): SchemaView {
  return {
    component: left.component ?? right.component,
    types: left.types.intersection(right.types),
    values: left.values && right.values ? left.values.intersection(right.values) : (left.values ?? right.values),
    format: left.format ?? right.format,
    pattern: left.pattern ?? right.pattern,
    bounds: tighter(left.bounds, right.bounds),
    properties: new Map([...right.properties, ...left.properties]),
    required: left.required.union(right.required),
    items: left.items ?? right.items,
  };
}
