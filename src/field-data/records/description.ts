/** Reads the description of the REST contract from disk: the exact bytes that are served, and the parsed document. */
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { valueAt } from '../../platform/json/pointer.ts';

/** A schema of the description, as far as this service reads it. */
export interface Schema {
  $ref?: string;
  type?: string;
  default?: unknown;
  enum?: readonly string[];
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

/** The bytes of `schema/openapi.json`. */
export const descriptionBytes: Uint8Array<ArrayBuffer> = Uint8Array.from(
  readFileSync(new URL('../../../schema/openapi.json', import.meta.url)),
);

/** SHA-256 of the bytes, hexadecimal. */
export const descriptionSha256: string = hash('sha256', descriptionBytes);

interface Operation {
  operationId: string;
  summary: string;
  tags: readonly string[];
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The parsed description, as far as this service reads it by name. */
export const description = JSON.parse(new TextDecoder().decode(descriptionBytes)) as {
  openapi: string;
  info: { version: string; summary: string; description: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Every operation, by method and path such as `GET /api/v1/weather`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(description.paths).flatMap(([path, item]) =>
    ['get', 'post'].flatMap((method) => (item[method] ? [[`${method.toUpperCase()} ${path}`, item[method]]] : [])),
  ),
);

/** Resolves a JSON Pointer (`#/components/…`). Throws if it leads nowhere: the description contradicts itself. */
export function resolvePointer<Value = Schema>(pointer: string): Value {
  const value = valueAt(description, pointer);
  if (value === undefined) throw new Error(`The description has nothing at ${pointer}.`);
  return value as Value;
}

const named = new Map<string, Schema>();

/** The schema that a reference names. For alternatives such as "this or null", the first one. */
export function readableSchema(schema: Schema): Schema {
  const { $ref, oneOf } = schema;
  if ($ref !== undefined) return named.getOrInsertComputed($ref, () => readableSchema(resolvePointer($ref)));
  return oneOf?.[0] ? readableSchema(oneOf[0]) : schema;
}

/** A record without values: the properties of a schema in its order, each null or an empty list. */
export function emptyRecord({ properties = {} }: Schema): Readonly<Record<string, null | readonly never[]>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, type === 'array' ? Object.freeze([]) : null]),
  );
}
