/** Checks every response of the service against the API description: status, media type, headers and body. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

interface Node {
  [name: string]: unknown;
}

/** The description, parsed. */
export const document = JSON.parse(
  readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8'),
) as Node;
/** Has the API description as the schema `description`. */
export const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
(ajvFormats as unknown as typeof ajvFormats.default)(ajv);
ajv.addVocabulary([...Object.keys(document), 'x-ucum', 'x-must-be']);
ajv.addSchema(document, 'description');

function at(pointer: string): Node | undefined {
  let node: unknown = document;
  for (const segment of pointer.split('/').slice(1)) {
    node = (node as Node | undefined)?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node as Node | undefined;
}

/** Follows references and returns the pointer of their target. */
function follow(pointer: string): string {
  const reference = at(pointer)?.$ref;
  return typeof reference === 'string' ? follow(reference) : pointer;
}

const escapeSegment = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

// Errors of any path: no such path, and no such method.
const undescribed = new Map([
  [404, 'not_found'],
  [405, 'method_not_allowed'],
]);

/** A response to check against the description. */
export interface CheckedAnswer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Throws an error that names the difference unless the description allows this response. */
export function assertDescribed({ method, path, status, headers, text }: CheckedAnswer): void {
  const where = `${method} ${path} -> ${status}`;
  assertEveryAnswer(where, headers);
  if (status >= 400) assertProblem(where, status, headers, text);
  const operation = `#/paths/${escapeSegment(path)}/${method === 'HEAD' ? 'get' : method.toLowerCase()}`;
  if (!at(operation)) {
    if (status >= 400 && !undescribed.has(status)) throw new Error(`${where} is not described`);
    return;
  }
  const response = follow(`${operation}/responses/${status}`);
  if (!at(response)) {
    if (undescribed.has(status) && status === 405) return;
    throw new Error(`${where} is not described`);
  }
  assertHeaders(where, response, headers);
  if (method !== 'HEAD') assertBody(where, response, headers, text);
}

function assertEveryAnswer(where: string, headers: Headers): void {
  for (const name of ['x-request-id', 'link', 'x-content-type-options']) {
    if (!headers.has(name)) throw new Error(`${where} lacks ${name}`);
  }
}

function assertProblem(where: string, status: number, headers: Headers, text: string): void {
  if (headers.get('content-type') !== 'application/problem+json') throw new Error(`${where} is no problem+json`);
  if (headers.get('cache-control') !== 'no-store') throw new Error(`${where} may be cached`);
  if (text === '') return;
  const body = JSON.parse(text) as Node;
  assertValid(where, '#/components/schemas/Problem', body);
  if (body.status !== status) throw new Error(`${where} says status ${body.status}`);
  if (body.request_id !== headers.get('x-request-id')) throw new Error(`${where} has two request ids`);
  if (body.type !== `/problems/${body.code}`) throw new Error(`${where} has the type ${body.type}`);
}

function assertHeaders(where: string, response: string, headers: Headers): void {
  const described = at(response)?.headers as Node | undefined;
  for (const name of Object.keys(described ?? {})) {
    const header = follow(`${response}/headers/${escapeSegment(name)}`);
    const value = headers.get(name);
    if (value !== null) assertValid(`${where} ${name}`, `${header}/schema`, value);
    else if (at(header)?.required) throw new Error(`${where} lacks ${name}`);
  }
}

function assertBody(where: string, response: string, headers: Headers, text: string): void {
  const content = at(response)?.content as Node | undefined;
  if (!content) {
    if (text !== '') throw new Error(`${where} has a body`);
    return;
  }
  const type = headers.get('content-type') ?? '';
  if (!content[type]) throw new Error(`${where} has the media type ${type}`);
  assertValid(where, `${response}/content/${escapeSegment(type)}/schema`, JSON.parse(text));
}

function assertValid(where: string, pointer: string, value: unknown): void {
  const validate = ajv.getSchema(`description${pointer}`);
  if (!validate?.(value)) throw new Error(`${where}: ${ajv.errorsText(validate?.errors)}`);
}
