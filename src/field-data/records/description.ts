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

/** The parsed description. */
export const description = JSON.parse(new TextDecoder().decode(descriptionBytes)) as { readonly [name: string]: Json };

/** The value a JSON Pointer (`#/components/…`) names. Throws where there is none: the description contradicts itself. */
export function resolvePointer(pointer: string): Json {
  let value: Json | undefined = description;
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
