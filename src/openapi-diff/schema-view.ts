/**
 * What one schema of a description promises, whatever way it is written: references followed, `oneOf`, `anyOf` and `allOf`
 * folded, `null` among the types. A live description is anybody's text: nothing here trusts its shape, and its size is bounded.
 */
import { isRecord } from '../platform/json/is-record.ts';

export interface SchemaView {
  /** Name of the component it is written in, where it is in one. */
  component: string | undefined;
  /** Types of JSON, `integer` among them; all of them where the schema names none. */
  types: ReadonlySet<string>;
  /** The values allowed, as JSON; undefined where any value of the types is. */
  values: ReadonlySet<string> | undefined;
  format: string | undefined;
  pattern: string | undefined;
  /** Numeric bounds by keyword. */
  bounds: Readonly<Record<string, number>>;
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
  items: unknown;
}

/** More than any description needs, and little enough to be read at once. */
const viewsMax = 20_000;
const nestingMax = 12;

/** Every type of JSON Schema. */
export const anyType: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
/** Keywords that take less the higher they are. */
export const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
/** Keywords that take less the lower they are. */
export const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** Reads the schemas of one description. Throws where it has no end. */
export class DescriptionReader {
  readonly document: Readonly<Record<string, unknown>>;
  #views = 0;

  constructor(document: Readonly<Record<string, unknown>>) {
    this.document = document;
  }

  /** The value at the end of any number of references; undefined where one leads nowhere. */
  resolve(value: unknown): unknown {
    for (let hops = 0; hops < nestingMax; hops += 1) {
      if (!isRecord(value) || typeof value.$ref !== 'string') return value;
      value = this.#pointed(value.$ref);
    }
    return undefined;
  }

  view(schema: unknown, nesting = 0): SchemaView {
    this.#views += 1;
    if (this.#views > viewsMax || nesting > nestingMax) throw new Error('The description has no end.');
    const own = this.#ownView(schema);
    const inside = this.resolve(schema);
    if (!isRecord(inside)) return own;
    const views = (list: unknown) => (Array.isArray(list) ? list.map((one) => this.view(one, nesting + 1)) : []);
    const alternatives = views(inside.oneOf ?? inside.anyOf);
    const parts = [...views(inside.allOf), ...(alternatives.length > 0 ? [alternatives.reduce(either)] : [])];
    const folded = parts.reduce(both, own);
    // OpenAPI 3.0 writes it next to an allOf, and means it.
    return inside.nullable === true ? { ...folded, types: new Set([...folded.types, 'null']) } : folded;
  }

  #ownView(schema: unknown): SchemaView {
    const resolved = this.resolve(schema);
    const inside = isRecord(resolved) ? resolved : {};
    const values = readValues(inside);
    return {
      component: componentOf(schema),
      types: readTypes(inside, values),
      values: values && new Set(values.filter((value) => value !== null).map((value) => JSON.stringify(value))),
      format: typeof inside.format === 'string' ? inside.format : undefined,
      pattern: typeof inside.pattern === 'string' ? inside.pattern : undefined,
      bounds: readBounds(inside),
      properties: new Map(isRecord(inside.properties) ? Object.entries(inside.properties) : []),
      required: new Set(Array.isArray(inside.required) ? inside.required.map(String) : []),
      items: inside.items,
    };
  }

  #pointed(pointer: string): unknown {
    if (!pointer.startsWith('#/')) return undefined;
    let value: unknown = this.document;
    for (const segment of pointer.slice(2).split('/')) {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return value;
  }
}

function componentOf(schema: unknown): string | undefined {
  if (!isRecord(schema) || typeof schema.$ref !== 'string') return undefined;
  return /^#\/components\/schemas\/([^/]+)$/.exec(schema.$ref)?.[1];
}

function readValues(schema: Record<string, unknown>): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function readTypes(schema: Record<string, unknown>, values: unknown[] | undefined): Set<string> {
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

function readBounds(schema: Record<string, unknown>): Record<string, number> {
  const bounds: Record<string, number> = {};
  for (const name of [...lowerBounds, ...upperBounds]) {
    const value = schema[name];
    if (typeof value === 'number') bounds[name] = value;
  }
  return bounds;
}

/** The view of a value that fits one or the other. `null` next to a schema only adds to its types. */
function either(left: SchemaView, right: SchemaView): SchemaView {
  if (isNull(right)) return { ...left, types: left.types.union(right.types) };
  if (isNull(left)) return { ...right, types: left.types.union(right.types) };
  return {
    component: undefined,
    types: left.types.union(right.types),
    values: left.values && right.values && left.values.union(right.values),
    format: left.format === right.format ? left.format : [left.format, right.format].sort().join(' or '),
    pattern: left.pattern === right.pattern ? left.pattern : undefined,
    bounds: {},
    properties: new Map([...right.properties, ...left.properties]),
    required: left.required.intersection(right.required),
    items: left.items ?? right.items,
  };
}

function isNull({ types }: SchemaView): boolean {
  return types.size === 1 && types.has('null');
}

/** The view of a value that fits both. */
function both(left: SchemaView, right: SchemaView): SchemaView {
  return {
    component: left.component ?? right.component,
    types: left.types.intersection(right.types),
    values: left.values && right.values ? left.values.intersection(right.values) : (left.values ?? right.values),
    format: left.format ?? right.format,
    pattern: left.pattern ?? right.pattern,
    bounds: { ...right.bounds, ...left.bounds },
    properties: new Map([...right.properties, ...left.properties]),
    required: left.required.union(right.required),
    items: left.items ?? right.items,
  };
}
