/** The words of JSON Schema 2020-12 that the tools' schemas use, and what the graph's scalars are in them. */
import type { GraphQLScalarType } from 'graphql';

export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  items?: JsonSchema;
  enum?: string[];
  format?: string;
  pattern?: string;
  default?: unknown;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** What callers may send. */
export const inputs: Record<string, JsonSchema> = {
  ID: { type: 'string', pattern: '^fld_' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  DateOrDateTime: { type: 'string', pattern: '^....-..-..' },
  MonthDay: { type: 'string', pattern: '^..-..$' },
};

/** A scalar as it is sent. Throws for one that nobody has described here: a model would have to guess. */
export function inputScalar({ name }: GraphQLScalarType): JsonSchema {
  const schema = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (schema === undefined) throw new TypeError(`The scalar ${name} has no JSON Schema: add one to the others.`);
  return { ...schema };
}
