/** The members around the records of a list, read from the beginning and the end of its body. */
import { expect, it } from 'vitest';
import {
  type CachedEnvelope,
  listPayload,
  type ResponseList,
  UpstreamResponse,
} from '../../../src/graph/upstream/response.ts';
import { countCpu } from '../../support/cpu.ts';

it.each([
  ['its members in any order', '{"data":[{"a":1}],"page":{"limit":1},"meta":{"field_id":"fld_a"}}'],
  ['another list before one of them', '{"data":[{"a":1}],"meta":{"field_id":"fld_a"},"links":[],"page":{"limit":1}}'],
  ['a record that has such members', '{"data":[{"x":[1],"meta":{}}],"meta":{"field_id":"fld_a"},"page":{"limit":1}}'],
])('a list has the members that a parse would return: %s', (_name, text) => {
  const { data, ...members } = listPayload(Buffer.from(text), { parse: () => JSON.parse(text) }) ?? {};
  const { data: records, ...parsed } = JSON.parse(text);
  expect(members).toEqual(parsed);
  expect((data as ResponseList).parse()).toEqual(records);
});

const page = { limit: 1 };
const meta = { field_id: 'fld_a' };
const data = [{ a: 1 }];
/** A list of objects that is longer than the inspected end of a body. */
const long = Array.from({ length: 40 }, (_, index) => ({ text: `warning ${index}`, id: 'w'.repeat(40) }));
const bodies: object[] = [
  { data, total: 5, page, warnings: [], meta },
  { data, total: 5, page, warnings: [{ text: 'late' }], meta },
  { data, total: 5, meta, links: [], page },
  { data: [], total: 0, page, warnings: [], meta },
  { data, page, meta, warnings: [] },
  { data, page, meta, warnings: ['w'.repeat(1_500)] },
  { data, page: { ...page, next_cursor: 'x'.repeat(600) }, warnings: [], meta },
  { data, meta, links: [], page, warnings: [] },
  { data, page, meta, warnings: long },
  { data, meta, warnings: long, page },
  { data, page, warnings: long, meta },
  { data: [], page, warnings: long, meta },
  { meta, data, page, warnings: long },
  { page, data, warnings: long, meta },
  { warnings: long, data, page, meta },
  { warnings: long, meta, data, links: long, page },
];

it.each(bodies.flatMap((body) => [undefined, 1].map((spaces) => [spaces, body] as const)))(
  'a list has the members that a parse would return, also next to other lists, or is parsed: %j %j',
  (spaces, body) => {
    const text = JSON.stringify(body, undefined, spaces);
    const { data: records, ...members } =
      listPayload(Buffer.from(text), { parse: () => JSON.parse(text) }) ?? JSON.parse(text);
    expect({ page: records.findMember?.('page'), ...members }).toMatchObject({ page, meta });
  },
);

const boundary = { type: 'Polygon', coordinates: [Array.from({ length: 90 }, (_, at) => [at, `"]\\\\{${at}`])] };
const links = Array.from({ length: 20 }, (_, at) => ({ url: `http://service/weather?page=${at}`, active: false }));
const large = Array.from({ length: 500 }, (_, at) => ({ at, derived: [], meta: { rev: 1 } }));
const longMembers: object[] = [
  { data: large, meta: { ...meta, boundary } },
  { data: large, links: { next: null }, meta: { ...meta, links }, page },
  { data: large, page, meta, boundary, warnings: [{ text: 'late' }] },
  { data: [], meta: { ...meta, boundary, links } },
  { boundary, links, meta, data: large, page },
  { meta, data: large, boundary },
];

it.each(longMembers.flatMap((body) => [undefined, 1].map((spaces) => [spaces, body] as const)))(
  'long members before and after a list are read without its records: row %#',
  (spaces, body) => {
    const bytes = Buffer.from(`${JSON.stringify(body, undefined, spaces)}\n`);
    const { data, ...members } = listPayload(bytes, { parse: () => ({}) }) ?? {};
    const { data: records, ...others } = body as { data: object[] };
    expect(members).toMatchObject(others);
    const { start, end } = data as ResponseList;
    expect(JSON.parse(`[${bytes.subarray(start, end)}]`)).toEqual(records);
    expect(bytes.toString('latin1', end - 1, end)).toBe(records.length > 0 ? '}' : '[');
  },
);

it('long members of a cached response are read again at each use, because the cache does not count their memory', () => {
  for (const [body, isKept] of [
    [{ data, meta }, true] as const,
    [{ data, meta: { ...meta, boundary } }, false] as const,
  ]) {
    const cached: CachedEnvelope = {};
    expect(listPayload(Buffer.from(JSON.stringify(body, null, 1)), { parse: () => body }, cached)).toMatchObject({
      meta: body.meta,
    });
    expect(cached.envelope !== undefined).toBe(isKept);
  }
});

it.each(['{"data":[{"a":1}]"meta":{"x":1}}', '{"data":[{"a":1}],}', '{"data":[{"a":1}] x}'])(
  'what is no JSON after its list is parsed whole: %s',
  (text) => {
    expect(listPayload(Buffer.from(text), { parse: () => ({}) })).toBeUndefined();
  },
);

it.each([
  ['backslashes', '\\\\'.repeat(500_000)],
  ['quotes', '\\"'.repeat(500_000)],
  ['other lists', '",'.concat('"a":[],'.repeat(110_000), '"b":"')],
])('the time to search a long body for its list is linear: %s', (_name, text) => {
  const body = Buffer.from(`{"data":[],"text":"${text}","meta":{}}`);
  const cpuMs = countCpu();
  const { data } = listPayload(body, { parse: () => ({}) }) ?? {};
  expect(cpuMs()).toBeLessThan(3_000);
  expect(data).toMatchObject({ start: 9, end: 9 });
});

it.each([
  ['application/json, application/json'],
  [['application/json; charset=utf-8', 'application/json; charset=utf-8']],
  [['text/html', 'Application/JSON']],
  ['application/json; profile="a, b"'],
])('a response of type %j is JSON', (type) => {
  expect(new UpstreamResponse(200, { 'content-type': type }, Buffer.from('{"a":1}')).json()).toEqual({ a: 1 });
});

it.each([
  ['text/json', '{}', 'its Content-Type is text/json'],
  ['application/json, text/html; charset=utf-8', '{}', 'its Content-Type is application/json, text/html'],
  [undefined, '{}', 'its Content-Type is missing'],
  ['application/json', Buffer.from([0xff]), 'it is not UTF-8'],
  ['application/json', '{"data": [\n{"value": NaN}]}', 'see line 2, column 11'],
  ['application/json', `${' '.repeat(2 ** 20)}{`, 'its error is not located in so long a text'],
])('the error states why a response of type %s is not JSON', (type, body, how) => {
  const response = new UpstreamResponse(200, { 'content-type': type }, Buffer.from(body));
  const message = `The response of the Field Data Service is not JSON: ${how}.`;
  const parse = () => response.json() && response.parse();
  expect(parse).toThrow(expect.objectContaining({ code: 'UPSTREAM_ERROR', message }));
});
