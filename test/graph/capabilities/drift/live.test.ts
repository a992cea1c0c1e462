/** Detection of drift over a socket: the responses of services in place of a description, and the reports of the gateway. */
import type { RequestListener } from 'node:http';
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { findDrift, type OnBatchReads } from '../../../../src/graph/capabilities/drift/drift.ts';
import type { Transport } from '../../../../src/graph/upstream/call.ts';
import { createTransport } from '../../../../src/graph/upstream/wire/undici.ts';
import { type Running, start } from '../../../../src/start/start.ts';
import { recordedLog } from '../../../support/recorded-log.ts';
import { serve } from '../../../support/serve.ts';

const schemaFolder = new URL('../../../../schema/', import.meta.url);
const committed = readFileSync(new URL('openapi.json', schemaFolder));

/** The committed description without one property. */
function altered(): Record<string, unknown> {
  const live = JSON.parse(committed.toString());
  delete live.components.schemas.WeatherRecord.properties.temperature_max;
  return live;
}

let server: Awaited<ReturnType<typeof serve>>;
let url: string;
let answers: Record<string, RequestListener>;
let seen: { url: string | undefined; authorization: string | undefined }[];
let transport: Transport;

beforeEach(async () => {
  answers = {};
  seen = [];
  server = await serve((request, response) => {
    seen.push({ url: request.url, authorization: request.headers.authorization });
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  ({ url } = server);
  transport = createTransport({ baseUrl: url, connectionsMax: 2, bytesMax: 1024 * 1024 });
});
afterEach(async () => {
  await server.close();
  await transport.close();
});

const text =
  (body: string | Buffer, contentType = 'application/json'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(body);

const find = (signal?: AbortSignal, onBatchReads?: OnBatchReads) =>
  findDrift(
    { transport, serviceUrl: url, descriptionUrl: `${url}/openapi.json`, ...(signal && { signal }) },
    onBatchReads,
  );

describe('findDrift', () => {
  it('finds no drift in the committed description, byte for byte or as YAML', async () => {
    answers['/openapi.json'] = text(committed);
    expect(await find()).toEqual({ status: 'none', release: 'absent', changes: [] });
    answers['/openapi.json'] = text(readFileSync(new URL('openapi.yaml', schemaFolder)), 'application/yaml');
    expect(await find()).toMatchObject({ status: 'none' });
  });

  it('names a breaking change with the graph fields that it affects, and compares the release descriptor', async () => {
    answers['/openapi.json'] = text(JSON.stringify(altered()));
    answers['/sdk-release.json'] = text(JSON.stringify({ api: { openapi: { sha256: hash('sha256', 'another') } } }));
    expect(await find()).toEqual({
      status: 'breaking',
      release: 'other',
      changes: [
        {
          where: 'response',
          operations: ['GET /api/v1/weather', 'GET /api/v1/batch/weather'],
          subject: 'WeatherRecord.temperature_max',
          what: 'removed',
          breaks: true,
          feeds: [
            'WeatherRecord.temperatureMax',
            'Field.weatherSummary',
            'Field.weatherSummaries',
            'Field.growingDegreeDays',
          ],
        },
      ],
    });
    answers['/openapi.json'] = text(committed);
    answers['/sdk-release.json'] = text(JSON.stringify({ api: { openapi: { sha256: hash('sha256', committed) } } }));
    expect(await find()).toEqual({ status: 'none', release: 'same', changes: [] });
  });

  it('compares the release descriptor with the description that is served', async () => {
    const release = async (served: string | Buffer, named: string | Buffer) => {
      answers['/openapi.json'] = text(served);
      answers['/sdk-release.json'] = text(JSON.stringify({ api: { openapi: { sha256: hash('sha256', named) } } }));
      return (await find()).release;
    };
    const other = JSON.stringify(altered());
    const yaml = readFileSync(new URL('openapi.yaml', schemaFolder));
    expect(await release(other, other)).toBe('same');
    expect(await release(other, committed)).toBe('other');
    expect(await release(yaml, yaml)).toBe('same');
    expect(await release(yaml, committed)).toBe('same');
    expect(await release(committed, yaml)).toBe('other');
    // The descriptor may name the same description in JSON.
    const changed = `openapi: 3.1.0\ninfo: ${JSON.stringify(altered().info)}\npaths: {}\n`;
    expect(await release(changed, other)).toBeUndefined();
    expect(await release(changed, committed)).toBe('other');
  });

  it.each<[string, RequestListener, RegExp]>([
    ['a 404', (_request, response) => response.writeHead(404).end(), /^no description is published$/],
    ['a 401', (_request, response) => response.writeHead(401).end(), /answered with 401/],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
      /redirect/,
    ],
    ['invalid JSON and YAML', text('openapi: ["3.1.0"\npaths: {'), /neither JSON nor YAML/],
    ['an HTML page', text('<html>it works</html>', 'text/html'), /not OpenAPI/],
    ['JSON of another kind', text('[]'), /not OpenAPI/],
    ['Swagger 2', text('{"swagger":"2.0","paths":{}}'), /not OpenAPI/],
    ['brackets 100,000 deep', text('['.repeat(100_000)), /not OpenAPI|neither|cannot be compared/],
    [
      'YAML aliases that multiply',
      text(
        `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]`).join('\n')}`,
      ),
      /neither JSON nor YAML|cannot be compared/,
    ],
    ['2 MB', text(Buffer.alloc(2 * 1024 * 1024, ' ')), /too large/],
    ['a connection reset', (_request, response) => response.socket?.resetAndDestroy(), /unavailable/],
  ])(
    'reports %s in place of a description as unknown, with the reason and without an address',
    async (_what, answer, reason) => {
      answers['/openapi.json'] = answer;
      const drift = await find();
      expect(drift).toMatchObject({ status: 'unknown', changes: [] });
      expect(drift.reason).toMatch(reason);
      expect(drift.reason).not.toMatch(/\/\/|elsewhere|\d+\.\d+\.\d+/);
    },
  );

  it('compares descriptions while other requests are answered', async () => {
    const body = JSON.stringify(JSON.parse(committed.toString()));
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    answers['/openapi.json'] = (_request, response) => response.writeHead(200).end(body, resolve);
    const order: string[] = [];
    const compared = find().then((drift) => {
      order.push('compared');
      return drift;
    });
    await sent;
    // Far more turns of the event loop than the response needs to arrive, and far fewer than a thread needs to begin.
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
    order.push('1,000 turns later');
    expect((await fetch(`${url}/other`)).status).toBe(404);
    order.push('another request answered');
    expect(await compared).toMatchObject({ status: 'none' });
    expect(order).toEqual(['1,000 turns later', 'another request answered', 'compared']);
  });

  it('ends a comparison when its caller aborts', async () => {
    const abort = new AbortController();
    answers['/openapi.json'] = text(JSON.stringify(altered()));
    const drift = find(abort.signal);
    await expect.poll(() => seen.length).toBe(2);
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
    abort.abort();
    expect(await drift).toEqual({ status: 'unknown', reason: 'the description cannot be compared', changes: [] });
  });

  it('begins no comparison after its caller has aborted', async () => {
    const abort = new AbortController();
    answers['/openapi.json'] = text(JSON.stringify(altered()));
    answers['/sdk-release.json'] = () => {};
    const drift = find(abort.signal);
    await expect.poll(() => seen.length).toBe(2);
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = threads();
    abort.abort();
    expect(await drift).toMatchObject({ status: 'unknown', reason: 'the description cannot be compared' });
    expect(threads()).toBe(before);
  });

  it('finds batch reads in a description with a path prefix that a proxy strips', async () => {
    const servers = [{ url: 'https://api.example.com/field-data' }];
    answers['/openapi.json'] = text(JSON.stringify({ ...JSON.parse(committed.toString()), servers }));
    const found: string[] = [];
    await find(undefined, (addresses) => found.push(...addresses.values()));
    expect(found).toContain(`${url}/api/v1/batch/weather`);
  });

  it('finds batch reads in a description that cannot be compared', async () => {
    const codes = Array.from({ length: 60_000 }, (_, at) => `C${at}`);
    const endless = JSON.parse(committed.toString());
    endless.components.schemas.Crop.properties.eppo_code = { enum: codes };
    answers['/openapi.json'] = text(JSON.stringify(endless));
    const found: string[] = [];
    const drift = await find(undefined, (addresses) => found.push(...addresses.keys()));
    expect(drift).toMatchObject({ status: 'unknown', reason: 'the description cannot be compared' });
    expect(found.length).toBeGreaterThan(0);
  });

  it('stops reading an endless description when its caller aborts', async () => {
    const abort = new AbortController();
    answers['/openapi.json'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"openapi":');
      abort.abort();
    };
    expect(await find(abort.signal)).toMatchObject({ status: 'unknown' });
  });
});

describe('a gateway over a service whose contract changed', () => {
  let running: Running;
  let recorded: ReturnType<typeof recordedLog>;

  async function startGateway(settings: Record<string, string> = {}): Promise<void> {
    recorded = recordedLog('debug');
    const config = readConfig({ PORT: '0', ADMIN_PORT: '0', FIELD_DATA_URL: url, ...settings });
    running = await start(config, recorded.log);
  }
  afterEach(() => running.stop());

  /** The drift of /ready's details, once it is known. */
  async function known(): Promise<{ status: string; changes: { subject: string }[] }> {
    const read = async () => (await (await fetch(`${running.adminUrl}/ready`)).json()).drift;
    await expect.poll(async () => (await read()).status).not.toBe('pending');
    return read();
  }
  const warnings = () => recorded.entries().filter(({ level }) => level >= 40);

  it('logs a warning, reports the details on the admin port, and continues to serve', async () => {
    answers['/openapi.json'] = text(JSON.stringify(altered()));
    await startGateway();
    expect((await known()).changes).toMatchObject([{ subject: 'WeatherRecord.temperature_max', breaks: true }]);
    expect(warnings()).toMatchObject([
      {
        msg: "The service's description differs from the committed one in 1 place; breaking: 1.",
        status: 'breaking',
        changes: [expect.stringContaining('WeatherRecord.temperatureMax')],
      },
    ]);
    expect((await fetch(`${running.graphUrl}/ready`)).status).toBe(200);
  });

  it('logs a warning if the release descriptor names another description', async () => {
    answers['/openapi.json'] = text(committed);
    answers['/sdk-release.json'] = text(JSON.stringify({ api: { openapi: { sha256: hash('sha256', 'another') } } }));
    await startGateway();
    expect(await known()).toMatchObject({ status: 'none', release: 'other' });
    expect(warnings()).toMatchObject([
      { msg: 'The release descriptor of the service names another description.', status: 'none', release: 'other' },
    ]);
  });

  it('reads the description from FIELD_DATA_OPENAPI_PATH without a key, and logs no warning if it is missing', async () => {
    await startGateway({ FIELD_DATA_OPENAPI_PATH: '/docs/api.yaml' });
    expect(await known()).toMatchObject({ status: 'unknown', reason: 'no description is published' });
    expect(warnings()).toEqual([]);
    expect(seen.map((request) => request.url)).toContain('/docs/api.yaml');
    expect(seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  it('starts, answers and stops while the description has not arrived', async () => {
    answers['/openapi.json'] = () => {};
    await startGateway();
    expect((await fetch(`${running.graphUrl}/health`)).status).toBe(200);
    expect((await (await fetch(`${running.adminUrl}/health`)).json()).status).toBe('ok');
    await running.stop();
    expect(warnings()).toEqual([]);
  });
});
