/** Shortens a JSON Schema: objects of a shape that occurs more than once are described once, under `$defs`. */
import type { JsonSchema } from './schemas/json-schema.ts';

/** A shape of less JSON is written out each time: a definition and its references would save little or nothing. */
const shapeLengthMin = 40;

/** The same schema with references. */
export function hoist(data: JsonSchema) {
  const counts = new Map<string, { count: number; name?: string }>();
  const $defs: Record<string, JsonSchema> = {};

  function count(schema: JsonSchema): void {
    if (schema.properties) {
      const known = counts.getOrInsertComputed(shapeOf(schema), () => ({ count: 0 }));
      known.count += 1;
      // Inner objects count only with the first occurrence, because they are written once.
      if (known.count > 1) return;
    }
    for (const inner of Object.values(schema.properties ?? {})) count(inner);
    if (schema.items) count(schema.items);
  }

  function shorten(schema: JsonSchema, key: string): JsonSchema {
    if (schema.items) return { ...schema, items: shorten(schema.items, key) };
    if (!schema.properties) return schema;
    const shape = shapeOf(schema);
    const known = counts.get(shape);
    if (known === undefined || known.count < 2 || shape.length < shapeLengthMin) return withinOf(schema);
    if (known.name === undefined) {
      known.name = freeName(schema.properties, key);
      $defs[known.name] = withinOf(schema);
    }
    return { $ref: `#/$defs/${known.name}` };
  }

  function withinOf(schema: JsonSchema): JsonSchema {
    const properties = Object.entries(schema.properties ?? {});
    return { ...schema, properties: Object.fromEntries(properties.map(([key, inner]) => [key, shorten(inner, key)])) };
  }

  /** Named after the first property that has the shape. A measure is always named `measure`. */
  function freeName(properties: Record<string, JsonSchema>, key: string): string {
    const wanted = Object.keys(properties).join() === 'value,unit' ? 'measure' : key;
    let free = wanted;
    for (let next = 2; $defs[free] !== undefined; next += 1) free = `${wanted}${next}`;
    return free;
  }

  count(data);
  return { data: shorten(data, 'data'), $defs };
}

/** Equal for two objects with the same properties. */
const shapeOf = ({ properties }: JsonSchema): string => JSON.stringify(properties);
