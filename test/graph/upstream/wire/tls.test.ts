/** The wire over TLS, where Node reads several responses into the same memory. */
import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createTransport } from '../../../../src/graph/upstream/wire/undici.ts';
import { freeBytes } from '../../../../src/platform/server/http-reply.ts';
import { hasOpenssl, makeCertificate, trustCertificate } from '../../../support/certificate.ts';
import { serve } from '../../../support/serve.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { callScope, read } from '../../../support/upstream-call.ts';

/** Bodies in one chunk and in several, inside and outside the pool that small Buffers share. */
const lengths = [10, 12_000, 100_000, 40_000, 10, 250_000];

it.skipIf(!hasOpenssl)(
  'the transport offers only HTTP/1.1, because calls would share a connection over HTTP/2',
  async () => {
    await using folder = await temporaryFolder();
    const offered: string[][] = [];
    const ALPNCallback = ({ protocols }: { protocols: string[] }) => {
      offered.push(protocols);
      return 'http/1.1';
    };
    const tls = Object.assign(makeCertificate(folder.path), { ALPNCallback });
    trustCertificate(tls.cert);
    await using server = await serve((_request, response) => response.end('{}'), 0, tls);
    const transport = createTransport({ baseUrl: server.url, connectionsMax: 1, bytesMax: 1_000 });
    onTestFinished(() => transport.close());
    await transport.fetch(read(server.url));
    expect(offered).toEqual([['http/1.1']]);
  },
);

it.skipIf(!hasOpenssl)(
  'the transport reads each response completely after the memory of earlier responses was freed',
  async () => {
    await using folder = await temporaryFolder();
    const certificate = makeCertificate(folder.path);
    trustCertificate(certificate.cert);
    const bodyOf = (length: number) => Buffer.alloc(length, `body of ${length} `);
    await using server = await serve(
      ({ url }, response) => response.end(bodyOf(Number(url?.slice(1)))),
      0,
      certificate,
    );
    const baseUrl = server.url;
    const transport = createTransport({ baseUrl, connectionsMax: 1, bytesMax: 1_000_000 });
    onTestFinished(() => transport.close());
    for (const length of [...lengths, ...lengths]) {
      const scope = callScope({ bodies: [] });
      const { bytes } = await transport.fetch(read(baseUrl, { scope, path: `/${length}` }));
      expect(bytes.equals(bodyOf(length))).toBe(true);
      freeBytes(scope.bodies ?? []);
    }
  },
);

it.skipIf(!hasOpenssl).each([{ 'content-length': 250_000 }, undefined])(
  'a response that arrives slowly loses no bytes to a long one of another connection with the headers %o',
  async (headers) => {
    await using folder = await temporaryFolder();
    const certificate = makeCertificate(folder.path);
    trustCertificate(certificate.cert);
    const slow: ServerResponse[] = [];
    const long = Buffer.alloc(250_000, 'x');
    await using server = await serve(
      ({ url }, response) => {
        if (url === '/long') response.writeHead(200, headers).end(long);
        else if (url === '/slow') response.write('begin ', () => slow.push(response));
        else response.end();
      },
      0,
      certificate,
    );
    const transport = createTransport({ baseUrl: server.url, connectionsMax: 2, bytesMax: 1_000_000 });
    onTestFinished(() => transport.close());
    const get = (path: string) => transport.fetch(read(server.url, { path }));
    const response = get('/slow');
    await expect.poll(() => slow.length).toBe(1);
    // By then the beginning is read.
    await get('/short');
    expect((await get('/long')).bytes.equals(long)).toBe(true);
    slow[0]?.end('end');
    expect((await response).bytes.toString()).toBe('begin end');
  },
);
