/** Properties, however deep, that the description does not have: a misspelt one must not be lost silently. */
import { isJsonObject, type Json, resolvePointer } from '../records/description.ts';

/** The property names that a schema allows below a value, with references resolved once rather than for each record. */
interface Form {
  /** By name; undefined where the schema says nothing of properties, and any will do. */
  properties?: ReadonlyMap<string, Form>;
  items?: Form;
}

/** Makes a look for the paths of a value's properties that its schema does not have. */
export function createUnknownProperties(schema: Json | undefined): (value: unknown) => string[] {
  const form = createForms()(schema);
  return (value) => {
    const unknown: string[] = [];
    collect(form, value, '', unknown);
    return unknown;
  };
}

function collect({ properties, items }: Form, value: unknown, path: string, unknown: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (items) for (const [index, entry] of value.entries()) collect(items, entry, `${path}${index}/`, unknown);
    return;
  }
  if (!properties) return;
  const record = value as Record<string, unknown>;
  for (const name in record) {
    const form = properties.get(name);
    const entry = record[name];
    if (!form) unknown.push(path + name);
    else if (typeof entry === 'object' && entry !== null) collect(form, entry, `${path}${name}/`, unknown);
  }
}

/** Reads forms, one for each schema that is named: it may name itself below. */
function createForms(): (schema: Json | undefined) => Form {
  const forms = new Map<string, Form>();

  function fill(form: Form, { properties, items }: { readonly [name: string]: Json }): Form {
    if (isJsonObject(properties)) {
      form.properties = new Map(Object.entries(properties).map(([name, property]) => [name, formOf(property)]));
    }
    if (items !== undefined) form.items = formOf(items);
    return form;
  }

  /** Of "this or null" the form of the first. */
  function formOf(schema: Json | undefined): Form {
    if (!isJsonObject(schema)) return {};
    if (typeof schema.$ref === 'string') {
      const known = forms.get(schema.$ref);
      if (known) return known;
      const form: Form = {};
      forms.set(schema.$ref, form);
      return Object.assign(form, formOf(resolvePointer(schema.$ref)));
    }
    return Array.isArray(schema.oneOf) ? formOf(schema.oneOf[0]) : fill({}, schema);
  }

  return formOf;
}
