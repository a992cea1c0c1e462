/** Reads the operations of a description by method and path, with the parts that drift compares. */
import { isRecord } from '../platform/json/is-record.ts';
import { withoutTrailingSlashes } from '../platform/text/trailing-slashes.ts';
import type { Member } from './compare-schemas.ts';
import { asRecord, type DescriptionReader, type JsonObject } from './schema-view.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** `name` is `GET /api/v1/weather`. */
export type Operation = ReturnType<typeof readOperation>;

/**
 * Reads every operation by its name. Paths are relative to `basePath`, the path of the service's address, whether the
 * description has it in `servers` (`prefix`) or in each path.
 */
export function readOperations(reader: DescriptionReader, basePath: string, prefix = serverPath(reader.document)) {
  const operations = new Map<string, Operation>();
  for (const [path, value] of Object.entries(asRecord(reader.document.paths))) {
    const item = reader.record(value);
    const whole = prefix + path;
    const called = whole.startsWith(`${basePath}/`) ? whole.slice(basePath.length) : whole;
    for (const method of methods) {
      const operation = item[method];
      if (!isRecord(operation)) continue;
      const name = `${method.toUpperCase()} ${called}`;
      operations.set(name, readOperation(reader, name, item, operation));
    }
  }
  return operations;
}

/** Like `readOperations`. If no operation is known under the prefix that the description states, a proxy strips that prefix. */
export function readKnownOperations(
  reader: DescriptionReader,
  basePath: string,
  isKnown: (operation: Operation) => boolean,
) {
  const described = readOperations(reader, basePath);
  return described.values().some(isKnown) ? described : readOperations(reader, basePath, '');
}

function serverPath({ servers }: Readonly<Record<string, unknown>>): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const url = isRecord(first) && typeof first.url === 'string' ? first.url : '';
  return URL.canParse(url, 'http://service') ? withoutTrailingSlashes(new URL(url, 'http://service').pathname) : '';
}

function readOperation(reader: DescriptionReader, name: string, item: JsonObject, operation: JsonObject) {
  const security = list(operation.security ?? reader.document.security);
  const parameters = [...list(item.parameters), ...list(operation.parameters)];
  const body = reader.record(operation.requestBody);
  const responses = Object.entries(asRecord(operation.responses)).map(
    ([status, response]) => [status, reader.record(response)] as const,
  );
  const successes = responses.filter(([status]) => status.startsWith('2'));
  return {
    name,
    parameters: byKey(
      parameters
        .map((parameter) => readParameter(reader.record(parameter)))
        .filter(({ subject }) => !ignoredHeader.test(subject)),
      // HTTP compares names of headers without case; those of parameters are exact.
      ({ subject }) => (subject.startsWith('header ') ? subject.toLowerCase() : subject),
    ),
    body: { required: body.required === true, schema: jsonSchema(body) },
    /** Schemas of the JSON answers by status; undefined for an answer without JSON. */
    answers: new Map(responses.map(([status, response]) => [status, jsonSchema(response)])),
    /** Schemas of the headers of successful answers, by their names in lower case. */
    headers: byKey(
      successes.flatMap(([, response]) => readHeaders(reader, response)),
      ({ name }) => name.toLowerCase(),
    ),
    /** Each way to authenticate, in words of OpenAPI instead of the scheme's name: `http bearer`. */
    credentials: new Set(security.flatMap((one) => credentialOf(reader, one))),
    /** Whether it can be called without a key. */
    isOpen: security.length === 0 || security.some((one) => isRecord(one) && Object.keys(one).length === 0),
    isDeprecated: operation.deprecated === true,
  };
}

function byKey(members: readonly Member[], keyOf: (member: Member) => string): ReadonlyMap<string, Member> {
  return new Map(members.map((member) => [keyOf(member), member]));
}

function readHeaders(reader: DescriptionReader, response: JsonObject): Member[] {
  return Object.entries(asRecord(response.headers)).map(([name, header]) => {
    const { schema = {} } = reader.record(header);
    return { subject: `header ${name}`, name, required: false, schema };
  });
}

/** The schemes that one alternative of `security` requires together; empty if it requires none. */
function credentialOf(reader: DescriptionReader, alternative: unknown): string[] {
  const schemes = asRecord(asRecord(reader.document.components).securitySchemes);
  const words = Object.keys(asRecord(alternative)).map((name) => {
    const { type, scheme, in: place, name: key } = reader.record(Object.hasOwn(schemes, name) && schemes[name]);
    // HTTP compares schemes, and names of headers, without case.
    const words = [type, folded(scheme), place, place === 'header' ? folded(key) : key];
    return words.filter((word) => typeof word === 'string').join(' ') || 'unknown';
  });
  return words.length > 0 ? [words.sort().join(' and ')] : [];
}

const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function readParameter({ name, in: place, required, schema }: JsonObject): Member {
  const kind = place === 'query' ? 'parameter' : String(place);
  return { subject: `${kind} ${String(name)}`, name: String(name), required: required === true, schema };
}

/** OpenAPI ignores parameters for these headers (3.1, Parameter Object, `name`). */
const ignoredHeader = /^header (?:accept|authorization|content-type)$/i;
/** JSON, or a range of media types that includes it. */
const jsonMediaType = /^(?:application\/(?:(?:[\w.+-]+\+)?json\b|\*)|\*\/\*)/i;

function jsonSchema(described: JsonObject): unknown {
  const content = asRecord(described.content);
  const mediaType = Object.keys(content).find((name) => jsonMediaType.test(name));
  const entry = mediaType === undefined ? undefined : content[mediaType];
  return isRecord(entry) ? (entry.schema ?? {}) : undefined;
}
