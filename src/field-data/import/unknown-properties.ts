/**
 * Finds properties of an imported record that its OpenAPI schema does not have, at any depth. The import refuses such a record: a misspelt
 * property must not be lost silently.
 */
import { readableSchema, type Schema } from '../records/description.ts';

/** Adds the paths of such properties in a value to `unknown`, and returns it. */
export function unknownProperties(schema: Schema, value: unknown, path = '', unknown: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return unknown;
  const { properties, items } = readableSchema(schema);
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
