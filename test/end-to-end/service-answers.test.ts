/**
 * The replies of the REST port, head and body, byte by byte except for values that differ each time. A plain request is read directly from
 * node:http and one with a `#` in its target as a WHATWG Request; both must get the same reply.
 */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startProduct } from '../support/running.ts';

const demoKey = 'the-demo-key';
const bearer = `authorization: Bearer ${demoKey}`;
const note = '{"field_id":"fld_demo_01","text":"Rust on the flag leaf."}';

/** Requests by name; the `#` is removed from the plain one. */
const requests: Record<string, string[]> = {
  'weather without a key': ['GET /api/v1/weather?field_id=fld_demo_01#'],
  'weather with a key': ['GET /api/v1/weather?field_id=fld_demo_02&limit=3&order=desc#', bearer],
  'weather in another case of names': ['GET /api/v1/weather?field_id=fld_demo_02#', `AUTHORIZATION: bearer ${demoKey}`],
  scenes: ['GET /api/v1/earth-observations?field_id=fld_demo_01&max_cloud_cover=20.5#'],
  notes: ['GET /api/v1/observations?field_id=fld_demo_01&limit=2#', bearer],
  'a known validator': ['GET /api/v1/observations?field_id=fld_demo_60#', 'if-none-match: "x", W/"ETAG", *'],
  'a request id of its own': ['GET /api/v1/weather?field_id=fld_demo_01#', 'X-Request-ID: mine.1'],
  'a request id that is none': ['GET /api/v1/weather?field_id=fld_demo_01#', 'x-request-id: a b'],
  'a page of this machine': ['GET /api/v1/weather?field_id=fld_demo_01#', 'Origin: http://localhost:5173'],
  'a page from elsewhere': ['GET /api/v1/weather?field_id=fld_demo_01#', 'Origin: https://example.org'],
  'no field': ['GET /api/v1/weather?limit=0&limit=1&from=x#'],
  'an escaped name and a plus': ['GET /api/v1/weather?field%5Fid=fld_demo_01&from=2026-13-01+1%zz%E4#'],
  'an unknown field': ['GET /api/v1/observations?field_id=fld_nowhere#'],
  'a key that is none': ['GET /api/v1/weather?field_id=fld_demo_01#', 'authorization: Basic abc'],
  'two keys': ['GET /api/v1/weather?field_id=fld_demo_01#', bearer, bearer],
  'a read with a body': ['GET /api/v1/weather?field_id=fld_demo_01#', 'content-length: 2', '', '{}'],
  'a head': ['HEAD /api/v1/weather?field_id=fld_demo_01#'],
  'a preflight': ['OPTIONS /api/v1/weather#', 'Origin: http://localhost:1', 'Access-Control-Request-Method: GET'],
  'a method that is not allowed': ['DELETE /api/v1/observations#'],
  'a path that is none': ['GET /api/v1/fields#'],
  'a path with a slash': ['GET /api/v1/weather/#'],
  'a page': ['GET /problems/not_found#'],
  'a write': ['POST /api/v1/observations#', bearer, 'content-type: application/json', 'idempotency-key: one', '', note],
  'a write of other letters': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: letters',
    '',
    note.replace('Rust', 'Größerer Rost – 锈病 🌾'),
  ],
  'the write again': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: one',
    '',
    note,
  ],
  'another body': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: one',
    '',
    note.replace('Rust', 'Rot'),
  ],
  'a write without a key': [
    'POST /api/v1/observations#',
    'content-type: application/json',
    'idempotency-key: two',
    '',
    note,
  ],
  'a write without an idempotency key': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    '',
    note,
  ],
  'a write of no JSON': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: two',
    '',
    '{"field_id":',
  ],
  'a write of another media type': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: text/plain',
    'idempotency-key: two',
    '',
    note,
  ],
  'a write with violations': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: two',
    '',
    '{"text":"","tags":["é","é"],"x":1}',
  ],
  'a write of nothing': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: two',
    'content-length: 0',
    '',
  ],
  'a write in chunks': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: six',
    'transfer-encoding: chunked',
    '',
    `${note.length.toString(16)}\r\n${note}\r\n0\r\n\r\n`,
  ],
  'a write that is too large': [
    'POST /api/v1/observations#',
    bearer,
    'content-type: application/json',
    'idempotency-key: two',
    'content-length: 65537',
    '',
    ' '.repeat(65_537),
  ],
};

function bytesOf([line = '', ...rest]: string[], isPlain: boolean, nth: number): string {
  const target = isPlain ? line.replace('#', '') : line;
  const at = rest.indexOf('');
  const headers = at === -1 ? rest : rest.slice(0, at);
  const body = at === -1 ? '' : rest.slice(at + 1).join('');
  const isSized = headers.some((header) => /^(content-length|transfer-encoding):/.test(header));
  const sized = isSized || body === '' ? headers : [...headers, `content-length: ${Buffer.byteLength(body)}`];
  // Plain and WHATWG requests have different idempotency keys, so that both write.
  const own = sized.map((header) => header.replace(/^(idempotency-key: .*)$/, `$1-${nth}`));
  return [`${target} HTTP/1.1`, 'Host: service.test', 'Connection: close', ...own, '', body].join('\r\n');
}

function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}

/** A reply without values that differ each time, such as the length of an observation: instants omit a zero fraction. */
function steady(answer: string): string {
  return answer
    .replace(/^(Content-Length: )\d+(?=\r\n[^{]*\{"data":\{"id":"obs_)/im, '$1…')
    .replace(/^Date: .*$/m, 'Date: …')
    .replace(/r=\d+;t=\d+/, 'r=…;t=…')
    .replaceAll(/req_[0-9a-f]{24}/g, 'req_…')
    .replaceAll(/obs_[0-9a-f]{32}/g, 'obs_…')
    .replaceAll(/"(observed_at|created_at)":"[^"]*"/g, '"$1":"…"');
}

/** The same without values that differ each day: the lists of the demo and their lengths. */
function pinned(answer: string): string {
  return steady(answer)
    .replace(/^etag: ".{22}"/m, 'etag: "…"')
    .replace(/cursor=obs_demo_01_\d{8}/, 'cursor=…')
    .replace(/^(Content-Length|content-length): \d{4,}/m, '$1: …')
    .replace(/\{"data":\[.*$/, '{"data":[…')
    .replace(/<!doctype.*$/is, '<!doctype…')
    .replaceAll('\r', '');
}

test('every reply of the REST port equals its snapshot, for plain and for WHATWG requests', async () => {
  await using product = await startProduct({ DEMO_API_KEY: demoKey, FIELD_DATA_RATE_LIMIT_PER_MINUTE: '100000' });
  const port = Number(new URL(product.serviceUrl).port);
  const answers: string[] = [];
  for (const [name, request] of Object.entries(requests)) {
    const plain = await send(port, bytesOf(request, true, 0));
    const other = await send(port, bytesOf(request, false, 1));
    expect(steady(plain), name).toBe(steady(other));
    answers.push(`## ${name}\n${pinned(plain)}`);
  }
  await expect(`${answers.join('\n\n')}\n`).toMatchFileSnapshot('service-answers.txt');
});
