/** The keywords of JSON Schema 2020-12 that the tools' schemas use, and the schemas of the graph's scalars. */
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

/** The graph's scalars, as they are sent. */
export const scalars: Record<string, JsonSchema> = {
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
