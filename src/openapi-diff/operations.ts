/** The operations of a description by method and path, as far as drift uses their parts. */
import { isRecord } from '../platform/json/is-record.ts';
import { withoutTrailingSlashes } from '../platform/json/trailing-slashes.ts';
import type { Member } from './compare-schemas.ts';
import type { DescriptionReader } from './schema-view.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

interface Body {
  required: boolean;
  /** Schema of its JSON; undefined where it is not JSON. */
  schema: unknown;
}

export interface Operation {
  /** `GET /api/v1/weather`. */
  name: string;
  parameters: ReadonlyMap<string, Member>;
  body: Body | undefined;
  /** Schemas of the JSON answers by status; undefined for an answer without JSON. */
  answers: ReadonlyMap<string, unknown>;
  /** Schemas of the headers that its answers of success describe, by their names in lower case. */
  headers: ReadonlyMap<string, Member>;
  /** Each way to name the caller, in words of OpenAPI whatever the scheme is called: `http bearer`. */
  credentials: ReadonlySet<string>;
  /** Whether it can be called without a key. */
  isOpen: boolean;
  isDeprecated: boolean;
}

/**
 * Every operation by its name. `basePath` is the path of the service's address: paths count from there, whether the
 * description writes it into `servers` or into each path.
 */
export function readOperations(reader: DescriptionReader, basePath: string): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  const paths = isRecord(reader.document.paths) ? reader.document.paths : {};
  const prefix = serverPath(reader.document);
  for (const [path, value] of Object.entries(paths)) {
    const item = reader.resolve(value);
    if (!isRecord(item)) continue;
    for (const method of methods) {
      const operation = item[method];
      if (!isRecord(operation)) continue;
      const name = `${method.toUpperCase()} ${fromBase(`${prefix}${path}`, basePath)}`;
      operations.set(name, readOperation(reader, name, item, operation));
    }
  }
  return operations;
}

function serverPath({ servers }: Readonly<Record<string, unknown>>): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const url = isRecord(first) && typeof first.url === 'string' ? first.url : '';
  return URL.canParse(url, 'http://service') ? withoutTrailingSlashes(new URL(url, 'http://service').pathname) : '';
}

function fromBase(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

function readOperation(
  reader: DescriptionReader,
  name: string,
  item: Record<string, unknown>,
  operation: Record<string, unknown>,
): Operation {
  const security = operation.security ?? reader.document.security ?? [];
  return {
    name,
    parameters: new Map(
      [...list(item.parameters), ...list(operation.parameters)]
        .map((parameter) => readParameter(reader.resolve(parameter)))
        .map((parameter) => [parameter.subject, parameter]),
    ),
    body: readBody(reader, operation.requestBody),
    answers: new Map(
      Object.entries(isRecord(operation.responses) ? operation.responses : {}).map(([status, response]) => [
        status,
        jsonSchema(reader.resolve(response)),
      ]),
    ),
    headers: readHeaders(reader, operation.responses),
    credentials: new Set(list(security).flatMap((one) => credentialOf(reader, one))),
    isOpen: list(security).length === 0 || list(security).some((one) => isRecord(one) && Object.keys(one).length === 0),
    isDeprecated: operation.deprecated === true,
  };
}

function readHeaders(reader: DescriptionReader, responses: unknown): Map<string, Member> {
  const headers = new Map<string, Member>();
  for (const [status, value] of Object.entries(isRecord(responses) ? responses : {})) {
    const response = reader.resolve(value);
    if (!status.startsWith('2') || !isRecord(response) || !isRecord(response.headers)) continue;
    for (const [name, described] of Object.entries(response.headers)) {
      const header = reader.resolve(described);
      const schema = (isRecord(header) ? header.schema : undefined) ?? {};
      headers.set(name.toLowerCase(), { subject: `header ${name}`, name, required: false, schema });
    }
  }
  return headers;
}

/** The schemes that one alternative of `security` requires together; empty if it requires none. */
function credentialOf(reader: DescriptionReader, alternative: unknown): string[] {
  if (!isRecord(alternative)) return [];
  const { document } = reader;
  const components = isRecord(document.components) ? document.components : {};
  const schemes = isRecord(components.securitySchemes) ? components.securitySchemes : {};
  const words = Object.keys(alternative).map((name) => {
    const scheme = reader.resolve(Object.hasOwn(schemes, name) ? schemes[name] : undefined);
    const { type, scheme: kind, in: place, name: key } = isRecord(scheme) ? scheme : {};
    return [type, kind, place, key].filter((word) => typeof word === 'string').join(' ') || 'unknown';
  });
  return words.length > 0 ? [words.sort().join(' and ')] : [];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readParameter(value: unknown): Member {
  const { name, in: place, required, schema } = isRecord(value) ? value : {};
  const kind = place === 'query' ? 'parameter' : String(place);
  return { subject: `${kind} ${String(name)}`, name: String(name), required: required === true, schema };
}

function readBody(reader: DescriptionReader, value: unknown): Body | undefined {
  const body = reader.resolve(value);
  return isRecord(body) ? { required: body.required === true, schema: jsonSchema(body) } : undefined;
}

const jsonMediaType = /^application\/([\w.+-]+\+)?json\b/i;

function jsonSchema(value: unknown): unknown {
  const content = isRecord(value) && isRecord(value.content) ? value.content : {};
  const mediaType = Object.keys(content).find((name) => jsonMediaType.test(name));
  const entry = mediaType === undefined ? undefined : content[mediaType];
  return isRecord(entry) ? (entry.schema ?? {}) : undefined;
}
