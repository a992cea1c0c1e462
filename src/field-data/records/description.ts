/** The description of the REST contract as it is on disk: the very bytes that are served, and the document in them. */
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';

/** A JSON value of the description, before anything is known of it. */
export type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null;

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
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The parsed description, as far as this service reads it by name. */
export const description = JSON.parse(new TextDecoder().decode(descriptionBytes)) as {
  openapi: string;
  info: { version: string; summary: string; description: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Every operation, by `GET /api/v1/weather`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(description.paths).flatMap(([path, item]) =>
    ['get', 'post'].flatMap((method) => (item[method] ? [[`${method.toUpperCase()} ${path}`, item[method]]] : [])),
  ),
);

/** The value a JSON Pointer (`#/components/…`) names. Throws where there is none: the description contradicts itself. */
export function resolvePointer(pointer: string): Json {
  let value = description as unknown as Json | undefined;
  for (const segment of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    value = isJsonObject(value) ? value[name] : Array.isArray(value) ? value[Number(name)] : undefined;
  }
  if (value === undefined) throw new Error(`The description has nothing at ${pointer}.`);
  return value;
}

/** Whether a JSON value is an object. */
export function isJsonObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
