/** Admission in front of a listener, over real sockets: permits are released, and health checks are always answered. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import {
  type Admission,
  type RefusalReason,
  releaseAdmission,
  withAdmission,
} from '../../../../src/platform/server/admission/admission.ts';
import { listen } from '../../../../src/platform/server/listen.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

function counted(refusal?: RefusalReason) {
  const seen = { inFlight: 0, refused: [] as string[] };
  const admission: Admission = {
    enter() {
      if (refusal === undefined) seen.inFlight += 1;
      return refusal;
    },
    leave() {
      seen.inFlight -= 1;
    },
    load: () => ({ inFlight: seen.inFlight, inFlightMax: 100 }),
    close: () => undefined,
  };
  return { seen, admission };
}

it('releases the permit of each request of a closed connection once, including pipelined requests', async () => {
  const { seen, admission } = counted();
  const handler = withAdmission(() => undefined, {
    admission,
    refuse: () => undefined,
    exempt: new Set(),
    onRefuse: () => undefined,
  });
  const listener = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'PORT' });
  const socket = connect(listener.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(get('/1') + get('/2') + get('/3'));
  await expect.poll(() => seen.inFlight).toBe(3);
  socket.destroy();
  await expect.poll(() => seen.inFlight).toBe(0);
  await listener.close(1_000);
  expect(seen.inFlight).toBe(0);
});

it('refuses requests without calling the handler, reports the reason, and always answers health checks', async () => {
  const { seen, admission } = counted('delay');
  const handler = withAdmission((_, response) => response.end('handled'), {
    admission,
    refuse: (_, response) => response.writeHead(503).end(),
    exempt: new Set(['/health']),
    onRefuse: (reason) => seen.refused.push(reason),
  });
  const listener = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'PORT' });
  expect((await fetch(`${listener.url}/graphql`)).status).toBe(503);
  for (const path of ['/health', '/health?from=balancer'])
    expect(await (await fetch(`${listener.url}${path}`)).text()).toBe('handled');
  expect(seen).toEqual({ inFlight: 0, refused: ['delay'] });
  await listener.close(1_000);
});

/** A connection with requests for these paths whose responses go on, once `count` of them have begun. */
async function streaming(admission: Admission, paths = ['/stream'], count = 1) {
  const begun: ServerResponse[] = [];
  const handler = withAdmission((_, response) => void begun.push(response), {
    admission,
    refuse: () => undefined,
    onRefuse: () => undefined,
    exempt: new Set(),
  });
  const listener = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'PORT' });
  onTestFinished(() => listener.close(0));
  const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(paths.map(get).join(''));
  await expect.poll(() => begun.length).toBe(count);
  return { socket, begun, response: begun[0] as ServerResponse };
}

it('ends requests that were pipelined after a response that goes on, because they get no reply', async () => {
  const { seen, admission } = counted();
  const { socket, begun, response } = await streaming(admission, ['/stream', '/2', '/3', '/4', '/waits'], 4);
  expect(seen.inFlight).toBe(4);
  const closed = begun.slice(1).map((later) => once(later, 'close'));
  releaseAdmission(response);
  await Promise.all(closed);
  socket.write(get('/after'));
  expect(seen.inFlight).toBe(0);
  response.end('the last');
  expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*the last$/);
  expect([seen.inFlight, begun.length]).toEqual([0, 4]);
});

it('closes a connection that sends many requests after a response that goes on', async () => {
  const { socket, response } = await streaming(counted().admission);
  releaseAdmission(response);
  const closed = once(response, 'close');
  socket.write(get('/later').repeat(1_000));
  await closed;
});

it.each(['POST /later HTTP/1.1\r\nHost: x', 'POST /malformed HTTP/1.1'])(
  'notices that a client disconnects after a further request with a body: %j',
  async (head) => {
    const { socket, response } = await streaming(counted().admission);
    releaseAdmission(response);
    const body = 'x'.repeat(200_000);
    await new Promise((resolve) => {
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, resolve);
    });
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
  },
);

it('counts a response as ended once, even if it goes on after its client disconnected', async () => {
  const { seen, admission } = counted();
  const { socket, response } = await streaming(admission);
  const closed = once(response, 'close');
  socket.destroy();
  await closed;
  releaseAdmission(response);
  expect(seen.inFlight).toBe(0);
});
