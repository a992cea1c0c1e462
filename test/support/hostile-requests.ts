/** Seeded raw HTTP requests that are mostly valid, because a request that is wrong from the first byte only reaches the first check. */
import { oneOf, type Random } from './seeded-random.ts';

/** The items of a list, without the spaces and line ends around them. */
const itemsOf = (text: string) => text.split(/[ \n]*\|[ \n]*/);

const methods = 'POST POST POST GET GET HEAD OPTIONS PUT TRACE CONNECT PROPFIND get P\0ST'.split(' ');
const targets =
  itemsOf(`/graphql | /graphql | /graphql | /graphql? | / | // | /health | /graphql/ | /graphql/health | /% |
  /graphql?query={__typename} | /graphql?variables=[ | /graphql?query=%FF%00&variables={ | * |
  http://other.example/graphql | http://[ | /é | /graphql#x | /../graphql | /${'a'.repeat(3_000)}`);
const versions = itemsOf('HTTP/1.1 | HTTP/1.1 | HTTP/1.1 | HTTP/1.0 | HTTP/2.0 | HTTP/9 | HTT |');
const headers = itemsOf(`Host: x | Host: x | Host: a b | Host: [ | Host: | Host: x:99999 | Connection: close |
  Connection: Upgrade | Upgrade: websocket | Expect: 100-continue | Expect: nonsense | Content-Type: application/json |
  Content-Type: application/json | Content-Type: application/json; charset=x | Content-Type: text/plain |
  Content-Type: multipart/form-data; boundary=x | Content-Type: , | Accept: application/json | Accept: text/html |
  Accept: text/event-stream | Accept: multipart/mixed | Accept: ;;; | Accept: nothing/at-all | Accept-Encoding: br |
  Accept-Encoding: gzip;q=x | Accept-Encoding: *;q=0 | Authorization: Bearer x | Authorization: Basic eDp5 |
  Authorization: Bearer éé | Authorization: Bearer | X-Request-Id: ÿ | X-Request-Id: ok | traceparent: 00-x |
  Origin: http://localhost:1 | Origin: null | Access-Control-Request-Method: POST | If-None-Match: * |
  Transfer-Encoding: chunked | Transfer-Encoding: gzip | Content-Length: 5 | Content-Length: -1 | Content-Length: 1e3 |
  Content-Encoding: gzip | X-Forwarded-For: ,, | : x | NoColon | A: b\r\n c |
  Authorization: Bearer ${'k'.repeat(600)} | Long: ${'x'.repeat(20_000)}`);
const documents = itemsOf(`{ __typename } | { field(id: "fld_demo_01") { id weather { date } } } |
  { field(id: "") { weather { date } } } | query ($id: ID!) { field(id: $id) { observations(limit: 1) { id } } } |
  query ($ids: [ID!]!) { fields(ids: $ids) { id } } | mutation { addObservation(input: {}) { __typename } } |
  subscription { x } | { __schema { types { name } } } | { a @include } | { node(id: 1e400) { id } } |
  fragment A on Query { ...A } { ...A } | { field(id: """ | type Query { a: Int } | { constructor { __proto__ } } |
  { fields(ids: [null]) { id } } | \ufeff{__typename} | | { ${'a{'.repeat(300)}`);
// As JSON: a literal would set the prototype.
const values: unknown[] = JSON.parse(`[null, 0, -1, 1e308, "", "x", "\\u0000", [], {}, [[[]]], {"id": "fld_demo_01"},
  {"ids": ["a", 1, null]}, {"ids": {}}, {"id": null}, {"__proto__": 1}, true, "\\ud800"]`);
const bodies = itemsOf(` | { | null | [] | " | [{}] | {"query": | ÿþ | {"query":1} | ${'[[[['.repeat(500)}`);

/** A generator of request bytes from a generator of random numbers. */
export function hostileRequests(random: Random): () => Uint8Array {
  const pick = <Item>(list: readonly Item[]) => oneOf(random, list);
  const chance = (probability: number): boolean => random() < probability;

  function body(): string {
    if (chance(0.1)) return pick(bodies);
    const parameters: Record<string, unknown> = { query: pick(documents) };
    if (chance(0.5)) parameters.variables = pick(values);
    if (chance(0.3)) parameters.operationName = pick(values);
    if (chance(0.2)) parameters.extensions = pick(values);
    if (chance(0.1)) parameters.query = pick(values);
    return JSON.stringify(parameters);
  }

  /** Truncates, doubles or changes the bytes. */
  function damage(bytes: Buffer): Buffer {
    const at = Math.floor(random() * bytes.length);
    if (chance(0.3)) return bytes.subarray(0, at);
    if (chance(0.3)) return Buffer.concat([bytes, bytes]);
    if (bytes.length > 0) bytes[at] = Math.floor(random() * 256);
    return bytes;
  }

  return () => {
    const text = body();
    const line = chance(0.5) ? ['POST', '/graphql'] : [pick(methods), pick(targets)];
    const lines = [`${line.join(' ')} ${chance(0.9) ? 'HTTP/1.1' : pick(versions)}`];
    if (chance(0.95)) lines.push('Host: x');
    if (chance(0.8)) lines.push('Content-Type: application/json');
    if (chance(0.9)) lines.push(`Content-Length: ${Buffer.byteLength(text) + (chance(0.05) ? 1 : 0)}`);
    while (chance(0.5)) lines.push(pick(headers));
    const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(text)]);
    return chance(0.25) ? damage(bytes) : bytes;
  };
}
