/** The wire: the error for each failure of a real server, and the end of abandoned calls. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { abandonedMsMax } from '../../../../src/graph/upstream/wire/undici-request.ts';
import type { Transport, UpstreamRequest } from '../../../../src/graph/upstream/call.ts';
import { tooLarge } from '../../../../src/graph/upstream/wire/content-encoding.ts';
import { createTransport } from '../../../../src/graph/upstream/wire/undici.ts';
import { type Behaviour, failures, startFaultyService } from '../../../support/faulty-service.ts';
import { atFileEnd, untilFileEnd } from '../../../support/file-end.ts';
import { freePort } from '../../../support/free-port.ts';
import { settled } from '../../../support/manual-clock.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const bytesMax = 1024 * 1024;
const service = untilFileEnd(await startFaultyService());
const transport = createTransport({ baseUrl: service.url, connectionsMax: 8, bytesMax });
atFileEnd(() => transport.close());
beforeEach(() => {
  service.calls.length = 0;
  service.script = () => undefined;
});

function serve(failure: keyof typeof failures): void {
  service.script = () => failures[failure];
}

describe('a response', () => {
  it('arrives complete, with its status, headers and JSON', async () => {
    const response = await transport.fetch(read(service.url));
    expect(response.status).toBe(200);
    expect(response.ok).toBe(true);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(JSON.parse(await response.text())).toMatchObject({ data: [{ field_id: 'fld_1' }] });
  });

  it('is requested unencoded, with the path prefix and only the headers of the request', async () => {
    await transport.fetch(
      read(service.url, { path: '/prefix/api/v1/weather?field_id=fld_1', headers: { authorization: 'Bearer k' } }),
    );
    const [call] = service.calls;
    expect(call?.url).toBe('/prefix/api/v1/weather?field_id=fld_1');
    expect(call?.headers).toEqual({
      host: `127.0.0.1:${service.port}`,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'user-agent': 'Fieldgraph',
      authorization: 'Bearer k',
    });
  });

  it('is decompressed if it is compressed all the same', async () => {
    serve('gzip');
    const response = await transport.fetch(read(service.url));
    expect(JSON.parse(await response.text())).toMatchObject({ data: [{ field_id: 'fld_1' }] });
  });

  it('is read without its byte order mark', async () => {
    service.script = () => (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('\ufeff{"data":[],"meta":{}}');
    const response = await transport.fetch(read(service.url));
    expect(await response.json()).toMatchObject({ meta: {} });
    expect(await response.text()).toBe('{"data":[],"meta":{}}');
  });

  it('without a length is accepted if its JSON object is complete, or if it is not JSON or a refusal', async () => {
    for (const [status, type, text] of [
      [200, 'application/json', '{"data":[]}\r\n'],
      [200, 'text/plain', 'busy'],
      [401, 'application/json', '"unauthorized"'],
    ]) {
      service.script = () => (response) =>
        response.socket?.end(`HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\n\r\n${text}`);
      expect(await (await transport.fetch(read(service.url))).text()).toBe(text);
    }
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])(
    'without a length that is cut within its %s is UPSTREAM_UNAVAILABLE, like one without a coding',
    async (coding, pack) => {
      const packed = pack(JSON.stringify({ data: ['whole'] }));
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: ${coding}\r\n`;
      const respond = (bytes: Buffer, length = '') => {
        service.script = () => (response) => {
          response.socket?.write(`${head}${length}\r\n`);
          response.socket?.end(bytes);
        };
        return transport.fetch(read(service.url)).then((response) => response.text());
      };
      expect(await respond(packed)).toBe('{"data":["whole"]}');
      const cut = packed.subarray(0, -4);
      expect(await rejection(respond(cut))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      const whole = respond(cut, `content-length: ${cut.length}\r\n`);
      expect(await rejection(whole)).toMatchObject({ code: 'UPSTREAM_ERROR' });
    },
  );

  it('is not decompressed if it is a 304, whatever Content-Encoding it states', async () => {
    service.script = () => (response) => response.writeHead(304, { 'content-encoding': 'gzip' }).end();
    expect((await transport.fetch(read(service.url))).status).toBe(304);
  });

  it.each(['gzip', 'unknown'])(
    'with an undecodable body in %s is UPSTREAM_ERROR for a success, but retains the status of a refusal',
    async (coding) => {
      const head = { 'content-encoding': coding, 'content-type': 'text/html', 'retry-after': '5' };
      service.script = () => (response) => response.writeHead(503, head).end('<html>');
      const response = await transport.fetch(read(service.url));
      expect([response.status, response.get('retry-after'), response.bytes.length]).toEqual([503, '5', 0]);
      service.script = () => (reply) => reply.writeHead(200, head).end('<html>');
      expect(await rejection(transport.fetch(read(service.url)))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    },
  );

  it('is accepted without a body, whatever Content-Encoding it states', async () => {
    service.script = () => (response) => response.writeHead(401, { 'content-encoding': 'gzip' }).end();
    expect((await transport.fetch(read(service.url))).status).toBe(401);
  });

  it('in many chunks is joined, and characters cut between chunks are preserved', async () => {
    const text = JSON.stringify({ data: 'é'.repeat(200_000) });
    service.script = () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const bytes = Buffer.from(text);
      response.write(bytes.subarray(0, 10_000 + 11));
      response.end(bytes.subarray(10_000 + 11));
    };
    const response = await transport.fetch(read(service.url));
    expect(await response.text()).toBe(text);
  });

  it('in chunks of a byte is joined while it arrives, so that the memory of its chunks is limited', async () => {
    using joins = vi.spyOn(Buffer, 'concat');
    const text = JSON.stringify({ data: Array.from({ length: 1_000 }, (_, index) => index) });
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    const chunks = Array.from(text, (letter) => `1\r\n${letter}\r\n`).join('');
    service.script = () => (response) => response.socket?.end(`${head}${chunks}0\r\n\r\n`);
    const response = await transport.fetch(read(service.url));
    expect(await response.text()).toBe(text);
    expect(text.length).toBeGreaterThan(3 * 1_024);
    expect(Math.max(...joins.mock.calls.map(([list]) => list.length))).toBe(1_024);
  });

  it('is returned with its status and body if it is a refusal, to be translated by the caller', async () => {
    serve('status404');
    const response = await transport.fetch(read(service.url));
    expect(response.status).toBe(404);
    expect(response.ok).toBe(false);
  });
});

describe('a failure of the wire is a coded error', () => {
  it.each([
    ['resetBeforeAnswer', 'UPSTREAM_UNAVAILABLE', true],
    ['closedBeforeAnswer', 'UPSTREAM_UNAVAILABLE', true],
    ['resetMidBody', 'UPSTREAM_UNAVAILABLE', true],
    ['truncated', 'UPSTREAM_UNAVAILABLE', true],
    ['truncatedLast', 'UPSTREAM_UNAVAILABLE', true],
    ['truncatedUnbounded', 'UPSTREAM_UNAVAILABLE', true],
    ['notHttp', 'UPSTREAM_ERROR', false],
    ['controlInHeader', 'UPSTREAM_ERROR', false],
    ['huge', 'UPSTREAM_ERROR', false],
    ['redirect', 'UPSTREAM_ERROR', false],
    ['brokenGzip', 'UPSTREAM_ERROR', false],
    ['unknownEncoding', 'UPSTREAM_ERROR', false],
  ] as const)('%s is %s, and the message contains no address', async (failure, code, retryable) => {
    serve(failure);
    const error = await rejection(transport.fetch(read(service.url)));
    expect(error.code).toBe(code);
    expect(error.extensions?.retryable).toBe(retryable);
    expect(`${error.message}${JSON.stringify(error)}`).not.toMatch(/127\.0\.0\.1|internal|\d{4,}|secret/);
    expect(service.calls).toHaveLength(1);
  });

  it.each(['invalidJson', 'wrongMediaType', 'emptyBody'] as const)(
    '%s is UPSTREAM_ERROR when it is parsed',
    async (failure) => {
      serve(failure);
      const response = await transport.fetch(read(service.url));
      expect(() => response.json()).toThrow(expect.objectContaining({ code: 'UPSTREAM_ERROR' }));
    },
  );

  it('bytes that are not UTF-8 are UPSTREAM_ERROR, never replacement characters', async () => {
    service.script = () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.from([0x22, 0xff, 0x22]));
    };
    const response = await transport.fetch(read(service.url));
    expect(() => response.json()).toThrow(expect.objectContaining({ code: 'UPSTREAM_ERROR' }));
  });

  it('a compressed response that is too large when decompressed is UPSTREAM_ERROR', async () => {
    service.script = () => (response, call) => failures.gzip(response, call, ' '.repeat(bytesMax + 1));
    const message = expect.stringContaining('UPSTREAM_BYTES_MAX');
    expect(await rejection(transport.fetch(read(service.url)))).toMatchObject({ code: 'UPSTREAM_ERROR', message });
  });

  it('a response that states a length that is too large is UPSTREAM_ERROR before its body arrives', async () => {
    let length = bytesMax + 1;
    service.script = () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).flushHeaders();
      if (length === bytesMax) response.end(' '.repeat(length));
    };
    const error = await rejection(transport.fetch(read(service.url)));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', message: tooLarge });
    length = bytesMax;
    expect((await transport.fetch(read(service.url))).bytes).toHaveLength(bytesMax);
  });

  it('headers that are too large are UPSTREAM_ERROR, with a message about their size', async () => {
    service.script = () => (response) => response.writeHead(200, { 'x-large': 'x'.repeat(20_000) }).end('{}');
    const message = 'The headers of the response of the Field Data Service are too large.';
    expect(await rejection(transport.fetch(read(service.url)))).toMatchObject({ code: 'UPSTREAM_ERROR', message });
  });

  it('a connection that is not established in time is UPSTREAM_UNAVAILABLE', async () => {
    const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const baseUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const own = createTransport({ baseUrl, connectionsMax: 1, bytesMax, connectTimeoutMs: { brief: 10 } });
    const scope = callScope({ deadlineMs: 3_000 });
    let isWaiting = true;
    const other = rejection(own.fetch(read(baseUrl, { scope }))).finally(() => {
      isWaiting = false;
    });
    const brief = own.fetch(read(baseUrl, { scope, endpoint: 'brief' }));
    expect(await rejection(brief)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    // The connect time-out of one endpoint does not apply to another.
    await settled();
    expect(isWaiting).toBe(true);
    await own.close();
    await other;
  });

  it('a refused connection is UPSTREAM_UNAVAILABLE, and the service is found again after it restarts', async () => {
    const gone = await startFaultyService(undefined, await freePort());
    const own = createTransport({ baseUrl: gone.url, connectionsMax: 2, bytesMax });
    await own.fetch(read(gone.url));
    await gone.close();
    expect(await rejection(own.fetch(read(gone.url)))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    const back = await startFaultyService(undefined, gone.port);
    expect((await own.fetch(read(gone.url))).status).toBe(200);
    await back.close();
    await own.close();
  });
});

describe('an abandoned call', () => {
  it.each(['silent', 'stalledBody'] as const)(
    'ends as UPSTREAM_TIMEOUT at its deadline when the service is %s',
    async (failure) => {
      serve(failure);
      const error = await rejection(transport.fetch(read(service.url, { scope: callScope({ deadlineMs: 50 }) })));
      expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', extensions: { retryable: true } });
    },
  );

  it('past its deadline is not sent at all', async () => {
    const error = await rejection(transport.fetch(read(service.url, { scope: callScope({ deadlineMs: -1 }) })));
    expect(error.code).toBe('UPSTREAM_TIMEOUT');
    expect(service.calls).toHaveLength(0);
  });

  it('is not sent if it still waits for a connection', async () => {
    const busy = createTransport({ baseUrl: service.url, connectionsMax: 1, bytesMax });
    onTestFinished(() => busy.close());
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    service.script = () => (response, call, good) => answered.then(() => failures.good(response, call, good));
    const first = busy.fetch(read(service.url));
    const caller = new AbortController();
    const left = rejection(busy.fetch(read(service.url, { scope: callScope({ signal: caller.signal }) })));
    await expect.poll(() => service.calls.length).toBe(1);
    caller.abort();
    await left;
    answer();
    await first;
    await busy.fetch(read(service.url));
    expect(service.calls).toHaveLength(2);
  });

  it('is cut on the wire if it is a read whose caller disconnects', async () => {
    const caller = new AbortController();
    const cut = new Promise((resolve) => {
      service.script = () => (response) => {
        response.on('close', () => resolve(response.writableFinished));
        caller.abort();
      };
    });
    const error = await rejection(transport.fetch(read(service.url, { scope: callScope({ signal: caller.signal }) })));
    expect(error.name).toBe('GatewayError');
    expect(await cut).toBe(false);
  });

  it('is finished if it is a write that was sent', async () => {
    const caller = new AbortController();
    const finished = new Promise((resolve) => {
      service.script = () => (response, call, good) => {
        response.on('close', () => resolve(response.writableFinished));
        caller.abort();
        setImmediate(() => failures.good(response, call, good));
      };
    });
    await rejection(transport.fetch(write(service.url, { scope: callScope({ signal: caller.signal }) })));
    expect(await finished).toBe(true);
  });

  it('leaves its connection usable for the next call', async () => {
    serve('silent');
    const scope = callScope({ deadlineMs: 30 });
    await Promise.allSettled(Array.from({ length: 20 }, () => transport.fetch(read(service.url, { scope }))));
    service.script = () => undefined;
    expect((await transport.fetch(read(service.url))).status).toBe(200);
  });
});

describe('a write whose caller disconnected', () => {
  /** Sends a write, and disconnects once the service has it. */
  async function abandoned(own: Transport, behave: Behaviour): Promise<UpstreamRequest> {
    const caller = new AbortController();
    service.script = () => (response, call, good) => {
      behave(response, call, good);
      caller.abort();
    };
    const request = write(service.url, { scope: callScope({ signal: caller.signal }) });
    await rejection(own.fetch(request));
    return request;
  }

  /** Each test has its own transport, because a shared one would have the timers of other tests. */
  async function over(test: (own: Transport) => Promise<void>): Promise<void> {
    const own = createTransport({ baseUrl: service.url, connectionsMax: 1, bytesMax, closeMsMax: 0 });
    await test(own).finally(() => own.close());
  }

  it('is unfinished until its response arrives, and its connection serves the next call', () =>
    over(async (own) => {
      const answered = Promise.withResolvers<() => void>();
      const request = await abandoned(own, (...call) => answered.resolve(() => failures.good(...call)));
      let isFinished = false;
      const finished = request.unfinished?.then(() => {
        isFinished = true;
      });
      await settled();
      expect(isFinished).toBe(false);
      (await answered.promise)();
      await finished;
      service.script = () => undefined;
      expect((await own.fetch(write(service.url))).status).toBe(201);
    }));

  it('is cut after abandonedMsMax, even while its response drips, and releases its connection', () =>
    over(async (own) => {
      // With fake timers, only the events of the socket continue by themselves.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const cut = Promise.withResolvers<void>();
        let drip: ServerResponse | undefined;
        const request = await abandoned(own, (response) => {
          drip = response;
          response.writeHead(201, { 'content-type': 'application/json' }).write('{');
          response.on('close', cut.resolve);
        });
        await vi.advanceTimersByTimeAsync(abandonedMsMax / 2);
        drip?.write(' ');
        await vi.advanceTimersByTimeAsync(abandonedMsMax / 2 - 1);
        expect(drip?.destroyed).toBe(false);
        await vi.advanceTimersByTimeAsync(1);
        await cut.promise;
        await request.unfinished;
        service.script = () => undefined;
        expect((await own.fetch(write(service.url))).status).toBe(201);
      } finally {
        vi.useRealTimers();
      }
    }));

  it('takes no connection from reads, and no endpoint takes a connection from another', () =>
    over(async (own) => {
      await abandoned(own, failures.silent);
      service.script = ({ url }) => (url.includes('/weather') ? failures.silent : undefined);
      const hung = own.fetch(read(service.url)).catch((error: unknown) => error);
      expect((await own.fetch(read(service.url, { endpoint: 'observations' }))).status).toBe(200);
      expect((await own.fetch(read(service.url, { endpoint: 'earth-observations' }))).status).toBe(200);
      own.cut?.('weather');
      expect(await hung).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      service.script = () => undefined;
      expect((await own.fetch(read(service.url))).status).toBe(200);
    }));
});

it('a write is sent with its body', async () => {
  await transport.fetch(write(service.url));
  expect(service.calls.map(({ body }) => body)).toEqual(['{"field_id":"fld_1","text":"hail"}']);
});

it('an endpoint without calls can be cut', () => {
  expect(() => transport.cut?.('nobody')).not.toThrow();
});

describe('closing', () => {
  it('rejects later calls, also to endpoints that were never called', async () => {
    const own = createTransport({ baseUrl: service.url, connectionsMax: 1, bytesMax });
    await own.close();
    expect(await rejection(own.fetch(read(service.url)))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(service.calls).toEqual([]);
  });

  it('lets a call in flight finish', async () => {
    const own = createTransport({ baseUrl: service.url, connectionsMax: 2, bytesMax });
    const closed = new Promise<void>((resolve) => {
      service.script = () => (response, call, good) => {
        own.close().then(resolve);
        setImmediate(() => failures.good(response, call, good));
      };
    });
    expect((await own.fetch(read(service.url))).status).toBe(200);
    await closed;
  });

  it('leaves no timer', async () => {
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    onTestFinished(() => [set, cleared].forEach((spy) => void spy.mockRestore()));
    const closeMsMax = 54_321;
    await createTransport({ baseUrl: service.url, connectionsMax: 1, bytesMax, closeMsMax }).close();
    const own = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === closeMsMax)]?.value;
    expect(own).toBeDefined();
    expect(cleared).toHaveBeenCalledWith(own);
  });

  it('ends calls in flight and calls that wait for a connection', async () => {
    const own = createTransport({ baseUrl: service.url, connectionsMax: 1, bytesMax, closeMsMax: 10 });
    serve('silent');
    const calls = [1, 2].map(() => rejection(own.fetch(read(service.url))));
    await own.close();
    for (const { code } of await Promise.all(calls)) expect(code).toBe('UPSTREAM_UNAVAILABLE');
  });

  it('does not wait for a hundred writes whose callers disconnected', async () => {
    const own = createTransport({ baseUrl: service.url, connectionsMax: 100, bytesMax, closeMsMax: 10 });
    const cut = new Set<ServerResponse>();
    const caller = new AbortController();
    const allCut = new Promise<void>((resolve) => {
      service.script = () => (response) => {
        if (service.calls.length === 100) caller.abort();
        response.on('close', () => {
          if (cut.add(response).size === 100) resolve();
        });
      };
    });
    const scope = callScope({ signal: caller.signal });
    await Promise.allSettled(Array.from({ length: 100 }, () => own.fetch(write(service.url, { scope }))));
    expect(cut.size).toBe(0);
    const startedAt = performance.now();
    await own.close();
    expect(performance.now() - startedAt).toBeLessThan(abandonedMsMax / 2);
    await allCut;
  });
});
