/** Live changes over the whole product: the events of a stream, and of a stream that resumes. */
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type EventStream, openStream } from '../../../support/event-stream.ts';
import { readMetric } from '../../../support/metric.ts';
import { type Product, startProduct } from '../../../support/running.ts';
import { writeObservation } from '../../../support/write-observation.ts';

const query = `subscription Watch($ids: [ID!]!, $lists: [FieldList!]! = [OBSERVATIONS], $after: String) {
  fieldsChanged(ids: $ids, lists: $lists, after: $after) { cursor lists field { id latestObservation { text } } }
}`;
const fieldId = 'fld_demo_01';

interface Changed {
  cursor: string;
  lists: string[];
  field: { id: string; latestObservation: { text: string } } | null;
}

const live = (product: Product, variables: object = {}, headers: Record<string, string> = product.demo) =>
  openStream(`${product.graphUrl}/graphql`, { query, variables: { ids: [fieldId], ...variables } }, headers);

async function changed(stream: EventStream): Promise<Changed> {
  const event = await stream.next();
  expect(event?.event).toBe('next');
  const { data, errors } = JSON.parse(event?.data ?? '{}');
  expect(errors).toBeUndefined();
  expect(event?.id).toBe(data.fieldsChanged.cursor);
  return data.fieldsChanged;
}

async function write(product: Product, text: string): Promise<void> {
  expect(await writeObservation(product, text)).toBe(201);
}

it.each([
  'text/event-stream',
  // As urql sends it with every operation.
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
])('with Accept: %s, the first event is sent at once, and each write to the service sends another', async (accept) => {
  await using product = await startProduct();
  await using stream = await live(product, {}, { ...product.demo, accept });
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('private, no-store, no-transform');
  expect(stream.response.headers.get('connection')).toBe('close');
  expect(await changed(stream)).toEqual({ cursor: expect.any(String), lists: [], field: null });
  await write(product, 'Aphids');
  const event = await changed(stream);
  expect(event).toMatchObject({
    lists: ['OBSERVATIONS'],
    field: { id: fieldId, latestObservation: { text: 'Aphids' } },
  });
});

it.each([
  ['application/graphql-response+json, text/event-stream', 401, 'application/graphql-response+json; charset=utf-8'],
  ['application/json, text/event-stream', 200, 'application/json; charset=utf-8'],
  ['text/event-stream, multipart/mixed', 200, 'text/event-stream'],
])('with Accept: %s, a wrong key is refused with %i as %s', async (accept, status, type) => {
  await using product = await startProduct();
  await using stream = await live(product, {}, { accept, authorization: 'Bearer wrong' });
  expect([stream.response.status, stream.response.headers.get('content-type')]).toEqual([status, type]);
  expect(stream.response.headers.get('www-authenticate')).toBe('Bearer realm="fieldgraph"');
});

it('streams of distinct documents are refused before their memory is full, and streams of one document are not', async () => {
  await using product = await startProduct({ DOCUMENTS_BYTES_MAX: '1048576', ADMIN_PORT: '0' });
  const dear = Array.from({ length: 12 }, (_, at) => `a${at}: weather(last: { days: 1 }) { date }`).join(' ');
  const openOf = async (name: string) => {
    const text = `subscription ${name} { fieldsChanged(ids: ["${fieldId}"]) { field { ${dear} } } }`;
    const stream = await openStream(`${product.graphUrl}/graphql`, { query: text });
    onTestFinished(() => stream.close());
    return JSON.parse((await stream.next())?.data ?? '{}');
  };
  const { errors: refused } = await untilRefused((at) => openOf(`S${at}`));
  expect(refused[0]).toMatchObject({
    message: expect.stringContaining('DOCUMENTS_BYTES_MAX'),
    extensions: { code: 'RATE_LIMITED', retryable: true },
  });
  const bytes = await readMetric(product.adminUrl, 'stream_document_bytes');
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThan(1_048_576);
  expect((await openOf('S0')).errors).toBeUndefined();
});

async function untilRefused(open: (at: number) => Promise<{ errors?: object[] }>) {
  for (let at = 0; ; at += 1) {
    const { errors } = await open(at);
    if (errors) return { errors };
  }
}

it.each([
  ['/graphql', 'text/event-stream'],
  ['/graphql#', 'text/event-stream'],
  ['/graphql', 'application/json, text/event-stream'],
])(
  'requests that are pipelined after a stream of %s with Accept: %s get no reply and do not count as in flight',
  async (path, accept) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    const inFlight = () => readMetric(product.adminUrl, 'requests_in_flight');
    const { hostname, port } = new URL(product.graphUrl);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    const body = JSON.stringify({ query, variables: { ids: [fieldId] } });
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    const post = `POST ${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n${type}\r\n\r\n${body}`;
    socket.write(post + 'GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n'.repeat(7));
    await expect.poll(() => received).toContain('event: next');
    expect(received).toMatch(/^connection: close$/im);
    await expect.poll(inFlight).toBe(0);
  },
);

it('a stream that resumes by argument or by Last-Event-ID reports the change that it missed', async () => {
  await using product = await startProduct();
  const first = await live(product);
  const { cursor: oldest } = await changed(first);
  await write(product, 'Before');
  const { cursor } = await changed(first);
  first.close();
  await write(product, 'While away');
  const byHeader = { ...product.demo, 'last-event-id': cursor };
  for (const resume of [
    live(product, { after: cursor }),
    live(product, {}, byHeader),
    // An EventSource that reconnects still has its first cursor in its URL.
    live(product, { after: oldest }, byHeader),
  ]) {
    await using stream = await resume;
    expect(await changed(stream)).toMatchObject({ cursor, lists: [] });
    expect(await changed(stream)).toMatchObject({ field: { latestObservation: { text: 'While away' } } });
  }
});

it('the cursor for the maximum number of lists fits into Last-Event-ID, and more fields are refused', async () => {
  await using product = await startProduct({ IDS_MAX: '501' });
  const lists = ['WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'];
  const ids = Array.from({ length: 501 }, (_, index) => `fld_${index}`);
  await using refused = await live(product, { ids, lists });
  const { errors } = JSON.parse((await refused.next())?.data ?? '{}');
  expect(errors[0].extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    faults: [{ path: ['ids'], code: 'TOO_MANY' }],
  });
  const most = { ids: ids.slice(1), lists };
  await using first = await live(product, most);
  const { cursor } = await changed(first);
  await using resumed = await live(product, most, { ...product.demo, 'last-event-id': cursor });
  expect(await changed(resumed)).toMatchObject({ cursor, lists: [] });
});

it('an empty cursor counts as no cursor', async () => {
  await using product = await startProduct();
  await using stream = await live(product, { after: '' });
  expect(await changed(stream)).toMatchObject({ lists: [] });
});

it('a cursor of other fields or lists, or a modified cursor, is BAD_USER_INPUT', async () => {
  await using product = await startProduct();
  const first = await live(product);
  const { cursor } = await changed(first);
  first.close();
  const forged = `${cursor.slice(0, 12)}${cursor[12] === 'A' ? 'B' : 'A'}${cursor.slice(13)}`;
  const refused = [
    { after: forged },
    { after: 'x' },
    { after: cursor, ids: ['fld_demo_02'] },
    { after: cursor, lists: ['WEATHER'] },
  ];
  for (const variables of refused) {
    await using stream = await live(product, variables);
    const { errors } = JSON.parse((await stream.next())?.data ?? '{}');
    expect(errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      faults: [{ path: ['after'], code: 'UNKNOWN_CURSOR' }],
    });
    expect(errors[0].message).toMatch(/^after, or the header Last-Event-ID, .* query the current data\.$/);
    expect(await stream.next()).toMatchObject({ event: 'complete' });
  }
});
