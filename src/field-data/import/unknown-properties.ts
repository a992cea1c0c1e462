/**
 * Finds properties of an imported record that its OpenAPI schema does not have, at any depth. The import refuses such a record: a misspelt
 * property must not be lost silently.
 */
import { resolvePointer, type Schema } from '../records/description.ts';

/** Adds the paths of such properties in a value to `unknown`, and returns it. */
export function unknownProperties(schema: Schema, value: unknown, path = '', unknown: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return unknown;
  const { properties, items } = readable(schema);
  if (Array.isArray(value)) {
    if (items)
      for (const [index, entry] of value.entries()) unknownProperties(items, entry, `${path}${index}/`, unknown);
  } else if (properties) {
    for (const [name, entry] of Object.entries(value)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) unknownProperties(property, entry, `${path}${name}/`, unknown);
      else unknown.push(path + name);
    }
  }
  return unknown;
}

/** Schemas by their references. */
const named = new Map<string, Schema>();

/** The schema that a reference names; of "this or null" the first. */
function readable(schema: Schema): Schema {
  const { $ref, oneOf } = schema;
  if ($ref !== undefined) return named.getOrInsertComputed($ref, () => readable(resolvePointer($ref)));
  return oneOf?.[0] ? readable(oneOf[0]) : schema;
}
