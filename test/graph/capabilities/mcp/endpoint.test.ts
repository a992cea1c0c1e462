/** `/mcp` as part of a gateway: its permitted clients, its messages, and its tools, which are operations like any other. */
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../../src/graph/gateway.ts';
import { createMcp, type McpSettings } from '../../../../src/graph/capabilities/mcp/mcp.ts';
import { createMetrics } from '../../../../src/graph/telemetry/prometheus/metrics.ts';
import { createTrustedDocuments } from '../../../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import { defaultLimits } from '../../../support/default-limits.ts';
import { postOf } from '../../../support/execute.ts';
import { bind, gatewayOver } from '../../../support/gateway.ts';
import { callTool, listTools, post, protocolVersion, send } from '../../../support/mcp.ts';
import { recordedLog } from '../../../support/recorded-log.ts';
import { meta, note as observation, type RecordedCall, type Reply } from '../../../support/recorded-service.ts';

type Respond = (call: RecordedCall) => Reply | undefined;

function graph(reply?: Respond, options: Partial<GatewayOptions> = {}, settings: Partial<McpSettings> = {}) {
  const mcp = createMcp({ hosts: ['127.0.0.1'], writes: false, version: '1.0.0', ...settings });
  return gatewayOver(reply, { ...options, additions: [...(options.additions ?? []), { attach: mcp }] });
}

const fieldId = 'fld_demo_01';
const observationsIn = (data: unknown) =>
  (data as { field: { observations: { pageInfo: object } } }).field.observations;
const note = { idempotencyKey: 'one', fieldId, text: 'Rust.' };

describe('access to /mcp', () => {
  it('is refused under a host name outside MCP_HOSTS, which prevents DNS rebinding', async () => {
    const { url } = await bind(graph(undefined, {}, { hosts: ['graph.example.com'] }).handle);
    for (const host of ['127.0.0.1', 'a'.repeat(15_000)]) {
      const sent = request(`${url}/mcp`, { method: 'POST', headers: { host } }).end('{}');
      const [reply] = await once(sent, 'response');
      const { error } = (await json(reply)) as { error: { message: string } };
      expect(reply.statusCode).toBe(403);
      expect(error.message).toMatch(/^Invalid Host: (127\.0\.0\.1|a{100,200})\. MCP_HOSTS lists the names\.$/);
    }
  });

  it('is allowed only to pages of CORS_ORIGINS, which may also read the response', async () => {
    const { answer } = graph(undefined, { cors: { origins: ['https://app.example.com'], loopback: false } });
    const origin = 'https://app.example.com';
    const allowed = await send(answer, 'tools/list', {}, { origin });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const refused = await send(answer, 'tools/list', {}, { origin: 'https://evil.example' });
    expect(refused).toMatchObject({ status: 403, error: { message: expect.stringContaining('CORS_ORIGINS') } });
    expect(refused.headers.get('vary')).toContain('Origin');
  });

  it('is allowed by the preflight response to a page of CORS_ORIGINS', async () => {
    const { answer } = graph(undefined, { cors: { origins: ['https://app.example.com'], loopback: false } });
    const requestHeaders = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const preflight = await answer(new Request('http://127.0.0.1/mcp', { method: 'OPTIONS', headers: requestHeaders }));
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  });

  it('yields a response that no cache stores or changes, and whose media type no browser guesses', async () => {
    const { answer } = graph();
    const allowed = await send(answer, 'tools/call', { name: 'field_now', arguments: { fieldId } });
    const refused = await post(answer, []);
    expect([allowed.status, refused.status]).toEqual([200, 400]);
    for (const { headers } of [allowed, refused]) {
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is refused with 404 if MCP is off', async () => {
    const { answer } = gatewayOver();
    expect((await post(answer, {})).status).toBe(404);
  });
});

describe('a message to /mcp', () => {
  const { answer, calls } = graph();

  it.each([
    ['a list of messages', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32_600],
    [
      'made of more than 5,000 values',
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: { icons: Array(5_000).fill(0) } } },
      400,
      -32_600,
    ],
    ['not JSON', '{', 400, -32_700],
    ['not UTF-8', '\ud800', 400, -32_700],
  ])('is refused if it is %s', async (_, message, status, code) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = message === '\ud800' ? new Uint8Array([0x22, 0xff, 0x22]) : undefined;
    if (body === undefined) {
      expect(await post(answer, message)).toMatchObject({ status, error: { code } });
      return;
    }
    // By the fetch of the gateway itself: a text would be converted to UTF-8.
    const response = await graph().fetch(
      new Request('http://127.0.0.1/mcp', { ...init, body, headers: { ...init.headers, host: '127.0.0.1' } }),
    );
    expect(response.status).toBe(status);
  });

  it.each([
    ['resources/read', {}, 'resources/read takes uri'],
    ['resources/list', { cursor: 5 }, 'cursor must be a string'],
    ['tools/call', { name: 5 }, 'tools/call takes name'],
    ['tools/list', [], 'params must be an object'],
    ['initialize', { capabilities: {}, clientInfo: { name: 'a', version: '1' } }, 'initialize takes protocolVersion'],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {} }, 'initialize takes protocolVersion'],
    ['initialize', undefined, 'initialize takes protocolVersion'],
  ])('for %s with %j is refused with an error message of the gateway', async (method, params, message) => {
    expect(await post(answer, { jsonrpc: '2.0', id: 7, method, params })).toMatchObject({
      status: 400,
      id: 7,
      error: { code: -32_602, message: expect.stringContaining(message) },
    });
  });

  it('for initialize is refused with 404 in the newest protocol version, which has no such method', async () => {
    expect(await send(answer, 'initialize')).toMatchObject({ status: 404, error: { code: -32_601 } });
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('is refused if it has %s that are nested too deeply', async (_, opening, closing) => {
    const deep = `${opening.repeat(20_000)}1${closing.repeat(20_000)}`;
    for (const [method, name] of [
      ['tools/call', '"name":"list_observations",'],
      ['tools/list', ''],
    ]) {
      const message = `{"jsonrpc":"2.0","id":7,"method":"${method}","params":{${name}"arguments":{"fieldId":${deep}}}}`;
      expect(await post(answer, message)).toMatchObject({ status: 400, id: 7, error: { code: -32_600 } });
    }
    expect(await post(answer, deep)).toMatchObject({ status: 400, error: { code: -32_600 } });
  });

  it('is refused with 413 if it exceeds BODY_BYTES_MAX', async () => {
    const small = graph(undefined, { bodyBytesMax: 1_024 });
    const args = { fieldId, text: 'x'.repeat(2_000) };
    expect(await send(small.answer, 'tools/call', { name: 'field_now', arguments: args })).toMatchObject({
      status: 413,
    });
  });

  it('is refused by GET, with another media type, and with a content encoding', async () => {
    const got = await answer(new Request('http://127.0.0.1/mcp', { headers: { accept: 'text/event-stream' } }));
    expect(got.status).toBe(405);
    expect((await post(answer, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    const coded = await post(answer, '{}', { 'content-encoding': 'gzip' });
    expect(coded.status).toBe(415);
    expect(coded.error?.code).toBe(-32_600);
  });

  it('begins no subscription, because there are no changes to report', async () => {
    const { error } = await send(answer, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect(error?.code).toBeLessThan(0);
  });

  it('is answered as an event if it has an older protocol version', async () => {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    };
    const accept = 'application/json, text/event-stream';
    const response = await answer(postOf(hello, { accept }, 'http://127.0.0.1/mcp'));
    const text = await response.text();
    expect(text).toContain('"protocolVersion":"2025-06-18"');
    expect(text).toContain('"name":"fieldgraph"');
  });

  it('is answered with the supported versions, and with the time for which lists may be cached', async () => {
    const discovered = await send<Record<string, unknown>>(answer, 'server/discover');
    expect(discovered.result).toMatchObject({
      supportedVersions: [protocolVersion],
      ttlMs: 300_000,
      cacheScope: 'public',
    });
    const { text } = await listTools(answer);
    expect(JSON.parse(text)).toMatchObject({ result: { ttlMs: 300_000, cacheScope: 'public' } });
    expect(calls).toHaveLength(0);
  });
});

describe('a call of a tool', () => {
  it('passes only Authorization, trace and request id of the caller to the service', async () => {
    const { answer, calls } = graph();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const sent = { authorization: 'Bearer key', traceparent, 'x-request-id': 'mine', cookie: 'a=b', 'x-secret': 'c' };
    await callTool(answer, 'field_now', { fieldId }, sent);
    expect(calls.length).toBeGreaterThan(0);
    for (const { headers } of calls) {
      expect(headers).toMatchObject({ authorization: 'Bearer key', traceparent, 'x-request-id': 'mine' });
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
      expect(JSON.stringify(headers)).not.toContain('x-secret');
    }
  });

  it('counts as an operation of its caller, and states when to retry if the limit is exceeded', async () => {
    const { answer, calls } = graph(undefined, { rateLimitPerMinute: 1 });
    expect(await callTool(answer, 'list_observations', { fieldId })).not.toHaveProperty('isError');
    const made = calls.length;
    const refused = await callTool(answer, 'list_observations', { fieldId });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ code: 'RATE_LIMITED', retryable: true, retryAfterSeconds: expect.any(Number) }] },
    });
    expect(calls).toHaveLength(made);
  });

  it.each(['tools/list', 'resources/list', 'resources/templates/list'])('refuses a cursor of %s', async (method) => {
    const { answer } = graph();
    expect(await send(answer, method, { cursor: 'x' })).toMatchObject({ error: { code: -32_602 } });
    // Some clients begin with an empty one.
    expect(await send(answer, method, { cursor: '' })).toMatchObject({ result: expect.anything() });
  });

  it.each<[string, Record<string, unknown>]>([
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'fieldgraph://units' }],
    ['server/discover', {}],
    ['nothing/known', {}],
  ])('counts as much as %s, which is refused above the limit', async (method, params) => {
    const metrics = createMetrics('0.0.0');
    const { answer } = graph(undefined, { rateLimitPerMinute: 2, metrics });
    await callTool(answer, 'list_observations', { fieldId });
    expect((await send(answer, method, params)).status).not.toBe(429);
    const refused = await send(answer, method, params);
    expect(refused).toMatchObject({
      status: 429,
      id: 1,
      error: { code: -32_000, message: expect.stringContaining('GATEWAY_RATE_LIMIT_PER_MINUTE') },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { text } = await metrics.pages['/metrics']();
    expect(text).toContain('fieldgraph_refused_operations_total{reason="RATE_LIMITED"} 1');
  });

  it('is counted in the metrics under the name of the tool', async () => {
    const metrics = createMetrics('0.0.0');
    const { answer } = graph(undefined, { metrics });
    await callTool(answer, 'list_observations', { fieldId });
    const { text } = await metrics.pages['/metrics']();
    expect(text).toContain('fieldgraph_operations_total{operation="list_observations",outcome="ok"} 1');
  });

  it('is a protocol error if the tool is unknown', async () => {
    const { answer } = graph();
    expect(await send(answer, 'tools/call', { name: 'nope', arguments: {} })).toMatchObject({
      error: { code: -32_602 },
    });
    const long = await send(answer, 'tools/call', { name: 'x'.repeat(10_000), arguments: {} });
    expect(long.error?.message).toHaveLength(200);
  });

  it('quotes only the beginning of an unknown argument', async () => {
    const { structuredContent } = await callTool(graph().answer, 'field_now', { fieldId, ['x'.repeat(5_000)]: 1 });
    const message = `field_now has no argument "${'x'.repeat(100)}". It takes fieldId.`;
    expect(structuredContent.errors).toMatchObject([{ code: 'BAD_USER_INPUT', message }]);
  });

  it.each([
    ['an argument named __proto__', JSON.parse(`{"fieldId":"${fieldId}","__proto__":{"limit":1}}`), '__proto__'],
    ['a misspelled argument', { fieldId, categry: 'PEST' }, 'categry'],
    ['a missing argument', {}, 'fieldId is required, fld_…: Field id.'],
    ['a malformed id', { fieldId: 'north' }, 'fld_'],
    ['an unknown enum value', { fieldId, category: 'SHEEP' }, '"category has invalid value: Value \\"SHEEP\\" does'],
    ['a text in place of a number', { fieldId, limit: 'all' }, '"limit has invalid value: Int cannot represent'],
  ])('with %s fails with a message that names the mistake', async (_, args, message) => {
    const { answer, calls } = graph();
    const { isError, content, structuredContent } = await callTool(answer, 'list_observations', args);
    expect({ isError, calls: calls.length }).toEqual({ isError: true, calls: 0 });
    expect(structuredContent.errors?.[0]?.code).toBe('BAD_USER_INPUT');
    expect(content[0]?.text).toContain(message);
  });

  it('treats null as an omitted argument, and reads nothing more for the timezone that the list states', async () => {
    const page = { limit: 20, has_more: false, next_cursor: null };
    const { answer, calls } = graph(() => ({ body: { data: [observation(fieldId)], page, meta: meta(fieldId) } }));
    const answerOf = async (args: object) =>
      (await callTool(answer, 'list_observations', { fieldId, ...args })).content;
    expect(await answerOf({ limit: null, category: null, from: null })).toEqual(await answerOf({}));
    expect(calls.map(({ query }) => query.limit)).toEqual(['20', '20']);
  });

  it('is an error if all lists failed, and an answer if at least one arrived', async () => {
    const gone: Reply = {
      status: 404,
      body: { code: 'field_not_found', title: 'x', status: 404, type: '/problems/x' },
    };
    const all = graph(() => gone);
    expect(await callTool(all.answer, 'field_now', { fieldId })).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ code: 'NOT_FOUND' }, {}, {}, {}, {}, {}] },
    });
    const now = () => new Date('2026-05-03T12:00:00Z');
    const some = graph(({ path }) => (path.endsWith('/observations') ? gone : undefined), { now });
    const partial = await callTool(some.answer, 'field_now', { fieldId });
    expect(partial).not.toHaveProperty('isError');
    expect(partial.structuredContent).toMatchObject({
      data: { field: { observations: null, weather: [{ kind: 'OBSERVED' }] } },
      errors: [{ path: 'field.observations', code: 'NOT_FOUND', retryable: false }],
    });
  });

  it.each([
    ['list_observations', { limit: 0 }, { name: `Field ${fieldId}`, observations: null }],
    ['degree_days', { from: '2026-05-02', to: '2026-05-01' }, { crop: { name: 'maize' }, growingDegreeDays: null }],
  ])('is an error for %s if only the name or crop of the field arrived', async (name, args, field) => {
    const { answer } = graph();
    expect(await callTool(answer, name, { fieldId, ...args })).toMatchObject({
      isError: true,
      structuredContent: { data: { field }, errors: [{ code: 'BAD_USER_INPUT' }] },
    });
  });

  it('reports one error if all reads failed, for any number of fields', async () => {
    const { answer } = graph(() => ({ status: 504, body: 'x' }));
    const fieldIds = Array.from({ length: 30 }, (_, index) => `fld_${String(index).padStart(40, '0')}`);
    const { isError, content, structuredContent } = await callTool(answer, 'compare_fields', {
      fieldIds,
      from: '2026-04-01',
      to: '2026-05-01',
    });
    expect([isError, structuredContent.data]).toEqual([true, null]);
    expect(structuredContent.errors).toHaveLength(1);
    expect(structuredContent.errors?.[0]).toMatchObject({ code: expect.stringMatching(/^UPSTREAM_/), retryable: true });
    expect(structuredContent.errors?.[0]?.message).toMatch(/Errors like this on other paths: \d+\.$/);
    expect(content[0]?.text.length).toBeLessThan(8_000);
  });

  it('is an error if its answer is too large to be shortened', async () => {
    const note = { ...observation(fieldId), text: 'x'.repeat(60_000) };
    const { answer } = graph(() => ({
      body: {
        data: Array(100).fill(note),
        page: { limit: 100, has_more: false, next_cursor: null },
        meta: { field_id: fieldId },
      },
    }));
    const { isError, structuredContent } = await callTool(answer, 'list_observations', { fieldId, limit: 100 });
    expect(isError).toBe(true);
    expect(structuredContent.errors?.[0]).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', retryable: false });
  });

  it('reports each error once if some of many fields are unknown, and returns the other fields', async () => {
    const { answer } = graph(({ query }) =>
      query.field_id === fieldId ? undefined : { status: 404, body: { code: 'field_not_found' } },
    );
    const unknown = Array.from({ length: 40 }, (_, index) => `fld_x${index}`);
    const answered = await callTool(answer, 'compare_fields', {
      fieldIds: [fieldId, ...unknown],
      from: '2026-05-01',
      to: '2026-05-15',
    });
    expect(answered.isError).toBeUndefined();
    const { data, errors } = answered.structuredContent;
    expect(data).toMatchObject({
      fields: [
        { id: fieldId, weather: { missingDays: expect.any(Number) } },
        ...unknown.map((id) => ({ id, weather: null })),
      ],
    });
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', message: expect.stringMatching(/on other paths: \d+\.$/) }]);
  });

  it('reports the cause next to the advice to request less', async () => {
    const named = { ...meta(fieldId), field: { ...meta(fieldId).field, name: 'x'.repeat(9_000) } };
    const { answer } = graph(({ path }) =>
      path.endsWith('/weather') ? { body: { data: [], meta: named } } : { status: 504, body: 'x' },
    );
    const { isError, structuredContent } = await callTool(answer, 'field_now', { fieldId });
    expect([isError, structuredContent.data]).toEqual([true, null]);
    expect(structuredContent.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', message: expect.stringContaining('more than 8000 characters') },
      { code: expect.stringMatching(/^UPSTREAM_/) },
    ]);
  });

  it('skips, for list_observations, an observation that is too long by itself', async () => {
    const notes = [0, 1, 2].map((index) => ({
      ...observation(fieldId, `obs_${index}`),
      observed_at: `2026-04-1${3 - index}T12:00:00Z`,
      text: index === 0 ? '"'.repeat(4_000) : 'x'.repeat(3_950),
    }));
    const { answer } = graph(({ query }) => {
      const after = notes.findIndex(({ id }) => id === query.cursor) + 1;
      const data = notes.slice(after);
      const page = { limit: 20, has_more: false, next_cursor: null };
      return { body: { data, page, meta: { field_id: fieldId } } };
    });
    const listed = async (after?: string) =>
      (await callTool(answer, 'list_observations', { fieldId, after })).structuredContent;
    const { data, leftOut } = await listed();
    const { pageInfo } = observationsIn(data);
    expect(pageInfo).toEqual({ hasNextPage: true, endCursor: 'obs_0' });
    expect(leftOut).toMatchObject([{ given: 0, of: 3, request: expect.stringContaining('is passed over') }]);
    // Follows the advice.
    const second = observationsIn((await listed('obs_0')).data);
    expect(second).toMatchObject({ edges: [{ cursor: 'obs_1' }], pageInfo: { hasNextPage: true, endCursor: 'obs_1' } });
    const last = observationsIn((await listed('obs_1')).data);
    expect(last).toMatchObject({ edges: [{ cursor: 'obs_2' }], pageInfo: { hasNextPage: false, endCursor: 'obs_2' } });
  });

  it('explains for changes_since how to continue after a day that is too long', async () => {
    const notes = Array.from({ length: 50 }, (_, index) => ({
      ...observation(fieldId, `obs_${index}`),
      text: 'x'.repeat(400),
    }));
    const page = { limit: 100, has_more: false, next_cursor: null };
    const { answer } = graph(({ path }) =>
      path.endsWith('/observations') ? { body: { data: notes, page, meta: { field_id: fieldId } } } : undefined,
    );
    const daysTo = async (to: string) =>
      (await callTool(answer, 'changes_since', { fieldId, from: '2026-04-29', to })).structuredContent;
    const { data, leftOut } = await daysTo('2026-05-02');
    expect(data).toMatchObject({ field: { days: [] } });
    expect(leftOut).toMatchObject([{ given: 0, of: 3, request: expect.stringContaining('If it has none') }]);
    // Follows the advice.
    expect((await daysTo('2026-05-01')).data).toMatchObject({
      field: { days: [{ date: '2026-04-30' }, { date: '2026-04-29' }] },
    });
  });

  it('reveals no more of an internal error than the graph does', async () => {
    const { answer } = graph(() => {
      throw new Error('secret inside');
    });
    expect(JSON.stringify(await callTool(answer, 'field_now', { fieldId }))).not.toContain('secret');
  });

  it('states the request id of an internal error, which the log has', async () => {
    const now = () => {
      throw new Error('no clock');
    };
    const { log, lines } = recordedLog('info');
    const { answer } = graph(undefined, { log, now });
    const { errors = [] } = (await callTool(answer, 'spray_windows', { fieldId })).structuredContent;
    const requestId = errors[0]?.requestId;
    expect(errors).toMatchObject([{ code: 'INTERNAL_SERVER_ERROR', requestId: expect.stringMatching(/^req_/) }]);
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    expect(logged).toMatchObject([
      { msg: 'internal error', err: { message: 'no clock' } },
      { msg: 'operation', codes: ['INTERNAL_SERVER_ERROR'] },
    ]);
  });

  it('states the request id also where an internal error leaves no answer', async () => {
    const mcp = createMcp({ hosts: ['127.0.0.1'], writes: false, version: '1.0.0' });
    const pipeline = () => Promise.reject(new Error('secret inside'));
    const { log, lines } = recordedLog('info');
    const { answer } = gatewayOver(undefined, { log, additions: [{ attach: (parts) => mcp({ ...parts, pipeline }) }] });
    const { error, headers } = await send(answer, 'tools/call', { name: 'field_now', arguments: { fieldId } });
    const requestId = headers.get('x-request-id');
    expect(error).toEqual({ code: -32_603, message: 'Internal error', data: { requestId } });
    expect(lines.join()).toContain(`"requestId":"${requestId}"`);
  });

  it('with a malformed Authorization header makes no service call', async () => {
    const { answer, calls } = graph();
    const refused = await callTool(answer, 'field_now', { fieldId }, { authorization: 'Basic abc' });
    expect(refused).toMatchObject({ isError: true, structuredContent: { errors: [{ code: 'UNAUTHENTICATED' }] } });
    expect(calls).toHaveLength(0);
  });
});

describe('the tools of a gateway', () => {
  it('run even if no other document is trusted', async () => {
    const { answer } = graph(undefined, {
      additions: [createTrustedDocuments({ documents: [], isOnly: true, bytesMax: 1_000_000 })],
    });
    expect(await callTool(answer, 'list_observations', { fieldId })).not.toHaveProperty('isError');
    const refused = await answer(postOf('{ __typename }'));
    expect(await refused.text()).toContain('PERSISTED_DOCUMENT_REQUIRED');
  });

  it('omit a tool that always exceeds the configured limits, with a warning that names the tool', async () => {
    const { log, lines } = recordedLog('warn');
    const { answer } = graph(undefined, { log, limits: { ...defaultLimits, upstreamCallsMax: 2 } });
    const names = (await listTools(answer)).tools.map(({ name }) => name);
    expect(names).toContain('list_observations');
    expect(names).not.toContain('field_now');
    expect(lines.join()).toContain('"tool":"field_now"');
  });
});

describe('a tool that writes', () => {
  const authorization = 'Bearer key';

  it('is neither listed nor run unless MCP_WRITES allows it', async () => {
    const { answer, calls } = graph();
    const { tools } = await listTools(answer);
    expect(tools.every(({ annotations }) => JSON.stringify(annotations).includes('"readOnlyHint":true'))).toBe(true);
    const refused = await send(answer, 'tools/call', { name: 'add_observation', arguments: note }, { authorization });
    expect(refused).toMatchObject({ error: { code: -32_602 } });
    expect(calls).toHaveLength(0);
  });

  it('writes with the key and the idempotency key of the caller if MCP_WRITES allows it', async () => {
    const { answer, calls } = graph(undefined, {}, { writes: true });
    const { tools } = await listTools(answer);
    expect(tools.find(({ name }) => name === 'add_observation')?.annotations).toMatchObject({ readOnlyHint: false });
    const written = await callTool(answer, 'add_observation', note, { authorization });
    expect(written).not.toHaveProperty('isError');
    expect(calls).toMatchObject([{ method: 'POST', headers: { authorization, 'idempotency-key': 'one' } }]);
  });

  it('yields isError and data with the typed error if the service refuses the write', async () => {
    const { answer } = graph(
      () => ({ status: 401, body: { code: 'unauthenticated', title: 'x', status: 401 } }),
      {},
      { writes: true },
    );
    expect(await callTool(answer, 'add_observation', note)).toMatchObject({
      isError: true,
      structuredContent: { data: { addObservation: { __typename: 'UnauthenticatedError', code: 'UNAUTHENTICATED' } } },
    });
  });
});

describe('the resources', () => {
  it('are the units, the error codes and the schema, each readable', async () => {
    const { answer } = graph();
    const { result } = await send<{ resources: { uri: string }[] }>(answer, 'resources/list');
    const texts = await Promise.all(
      result!.resources.map(async ({ uri }) => {
        const read = await send<{ contents: { text: string }[] }>(answer, 'resources/read', { uri });
        return read.result?.contents[0]?.text;
      }),
    );
    expect(result?.resources.map(({ uri }) => uri)).toEqual([
      'fieldgraph://units',
      'fieldgraph://errors',
      'fieldgraph://schema',
    ]);
    expect(texts).toEqual([
      expect.stringContaining('- `MILLIMETRE`: Millimetre, UCUM `mm`'),
      expect.stringContaining('- `RATE_LIMITED` (retryable):'),
      expect.stringContaining('type Field implements Node'),
    ]);
    expect(await send(answer, 'resources/read', { uri: 'fieldgraph://other' })).toMatchObject({
      error: { code: -32_602 },
    });
  });

  it('omit the schema if introspection is off', async () => {
    const { answer } = graph(undefined, { introspection: false });
    const { result } = await send<{ resources: object[] }>(answer, 'resources/list');
    expect(result?.resources).toHaveLength(2);
  });
});
