/** Properties, however deep, that the description does not have: a misspelt one must not be lost silently. */
import { isJsonObject, type Json, resolvePointer } from '../records/description.ts';
import { isObject } from './candidate.ts';

/** The paths of a value's properties that its schema does not have. */
export function unknownProperties(schema: Json | undefined, value: unknown, path = ''): string[] {
  const { properties, items } = formOf(schema);
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => unknownProperties(items, entry, `${path}${index}/`));
  }
  if (!isObject(value) || !isJsonObject(properties)) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    Object.hasOwn(properties, name)
      ? unknownProperties(properties[name], entry, `${path}${name}/`)
      : [`${path}${name}`],
  );
}

/** A schema without its reference, and of "this or null" the first. */
function formOf(schema: Json | undefined): { readonly [name: string]: Json } {
  if (!isJsonObject(schema)) return {};
  if (typeof schema.$ref === 'string') return formOf(resolvePointer(schema.$ref));
  return Array.isArray(schema.oneOf) ? formOf(schema.oneOf[0]) : schema;
}
