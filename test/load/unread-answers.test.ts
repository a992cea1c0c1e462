/** Callers that request large responses, pipelined, and read none of them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { demoField, demoFields } from '../support/demo-fields.ts';
import { type ProductProcess, startProcess } from '../support/product-process.ts';
import { figure, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';

interface Attack {
  what: string;
  url: string;
  accept: string;
  connections: number;
  /** Path of the n-th request; defaults to that of `url`. */
  path?: (index: number) => string;
}

/** As many as a connection may pipeline. */
const requests = 40;
const mebibyte = 1024 * 1024;
const answerMsMax = 5_000;
/** Half a minute without progress is detected after a second half minute at the latest. */
const cutMsMax = 70_000;
const sampleMs = 100;

it('responses that nobody reads use little memory on every port, and are cut off', async () => {
  await using command = await startProcess();
  const page = { url: `${command.graphUrl}/graphql`, accept: 'text/html' };
  const bundle = { url: `${command.serviceUrl}/docs/swagger-ui-bundle.js`, accept: '*/*' };
  const metrics = { url: `${command.adminUrl}/metrics`, accept: '*/*' };
  const attacks: Attack[] = [
    { what: 'GraphiQL, 1 connection', ...page, connections: 1 },
    { what: 'GraphiQL, 5 connections', ...page, connections: 5 },
    { what: 'the bundle of /docs, 5 connections', ...bundle, connections: 5 },
    { what: 'metrics, 12 connections', ...metrics, connections: 12 },
  ];
  // The first rendering does not count as growth.
  for (const { url, accept } of attacks) await (await fetch(url, { headers: { accept } })).arrayBuffer();
  await using sockets = new AsyncDisposableStack();
  for (const attack of attacks) await hold(attack, command, bySize(1_000, 10_000), 100, sockets);
  if (bySize(false, true)) {
    // The smaller responses may fit into the buffers of the kernel: then no connection is cut off.
    const large = attacks.find(({ url }) => url === bundle.url)?.connections ?? 0;
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const isAnyLeft = async () => !((await command.metric('connections_unread_total')) >= large);
    while ((await isAnyLeft()) && elapsedMs() <= cutMsMax) await wait(sampleMs);
    figure('until the last was cut, ms', elapsedMs(), { atMost: cutMsMax });
  }
  figure('alive', Number(command.isAlive()), { atLeast: 1 });
});

it('large batches and long windows of the service release their memory after they are sent, refused or cut off', async () => {
  await using command = await startProcess({ env: { FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0' } });
  const ids = demoFields(60).join();
  const external = async () => {
    const text = await (await fetch(`${command.adminUrl}/metrics`)).text();
    return Number(/^nodejs_external_memory_bytes (\S+)/m.exec(text)?.[1]) / mebibyte;
  };
  /** The status and size of a response; status 0 if the service cuts it off because this busy process reads too slowly. */
  const read = async (path: string) => {
    try {
      const response = await fetch(`${command.serviceUrl}${path}`);
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
    } catch {
      return { status: 0, bytes: 0 };
    }
  };
  const before = await external();
  const year = (index: number) => `from=2025-11-2${index % 9}&to=2026-11-20`;
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => read(`/api/v1/batch/weather?field_ids=${ids}&${year(index)}`)),
  );
  figure('largest batch, MiB', Math.max(...answers.map(({ bytes }) => bytes)) / mebibyte, { atLeast: 10 });
  const others = answers.filter(({ status }) => status !== 200 && status !== 503);
  const cut = await command.metric('connections_unread_total');
  figure('neither 200 nor 503, nor cut as unread', others.length, { atMost: cut });
  figure('memory of Buffers that stays, MiB', (await external()) - before, { atMost: 64 });

  const yearOfHours = (index: number) => `granularity=hourly&${year(index)}`;
  const hours = (index: number) => `/api/v1/weather?field_id=fld_demo_${10 + index}&${yearOfHours(index)}`;
  const hoursOfTwo = (index: number) => `/api/v1/batch/weather?field_ids=fld_demo_01,fld_demo_02&${yearOfHours(index)}`;
  const paths = Array.from({ length: 16 }, (_, index) => [hours(index), hoursOfTwo(index)]).flat();
  const windows = await Promise.all(paths.map(read));
  figure('largest window, MiB', Math.max(...windows.map(({ bytes }) => bytes)) / mebibyte, { atLeast: 5 });
  figure('memory of windows that stays, MiB', (await external()) - before, { atMost: 32 });

  const { hostname, port } = new URL(command.serviceUrl);
  const sockets = Array.from({ length: 12 }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${hours(index)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket;
  });
  // The sockets read only the first bytes.
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  figure('memory of windows that nobody reads, MiB', (await external()) - before, { atLeast: 64 });
  for (const socket of sockets) socket.destroy();
  await Promise.all(sockets.map((socket) => once(socket, 'close')));
  while ((await command.metric('service_unsent_answer_bytes')) > 0) await wait(sampleMs);
  figure('memory of cut windows that stays, MiB', (await external()) - before, { atMost: 64 });
});

const warmUps = 40;
const resultBytesMin = 300_000;
const days = 31;
const dayMs = 86_400_000;

const query = `query Hours($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) { field(id: $id) {
  weather(granularity: HOURLY, from: $from, to: $to) {
    startsAt endsAt startsAtLocal date kind condition et0Method
    temperatureMean { value unit } dewPoint { value unit } relativeHumidity { value unit } precipitation { value unit }
    windSpeed { value unit } windGust { value unit } windDirection { value unit } pressure { value unit }
    cloudCover { value unit } solarRadiation { value unit } et0 { value unit }
  }
} }`;

/** A month of hours of one field, different for each index, so that no response is shared. */
function monthOf(index: number): { id: string; from: string; to: string } {
  const from = Date.parse('2025-01-01T00:00:00Z') + Math.floor(index / 50) * dayMs;
  const instant = (ms: number) => new Date(ms).toISOString();
  const id = demoField(1 + (index % 50));
  return { id, from: instant(from), to: instant(from + days * dayMs) };
}

const hoursOfGraph = (index: number) =>
  `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(monthOf(index)) })}`;
const hoursOfService = (index: number) => {
  const { id, from, to } = monthOf(index);
  return `/api/v1/weather?${new URLSearchParams({ field_id: id, granularity: 'hourly', from, to })}`;
};

it('large results that nobody reads use little memory, although each is made for a single request', async () => {
  await using command = await startProcess();
  await using sockets = new AsyncDisposableStack();
  for (const [what, url, path] of [
    ['hours of the graph', command.graphUrl, hoursOfGraph],
    ['hours of the service', command.serviceUrl, hoursOfService],
  ] as const) {
    const accept = 'application/json';
    let bytes = 0;
    for (let index = 0; index < warmUps; index += 1) {
      const response = await fetch(new URL(path(index), url), { headers: { accept } });
      bytes = (await response.arrayBuffer()).byteLength;
    }
    figure(`${what}: bytes of one`, bytes, { atLeast: resultBytesMin });
    // Garbage from making the results counts too. Without the limits of a connection, it is several times as much.
    const attack = { what, url, path, accept, connections: 18 };
    await hold(attack, command, bySize(6_000, 20_000), 200, sockets);
  }
  figure('alive', Number(command.isAlive()), { atLeast: 1 });
});

/** Measures the memory that an attack takes and the response time for others. Its sockets stay open until the stack ends. */
async function hold(
  { what, url, accept, connections, path = () => new URL(url).pathname }: Attack,
  command: ProductProcess,
  forMs: number,
  growthMiBMax: number,
  sockets: AsyncDisposableStack,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const before = command.residentMiB();
  const request = (index: number) => `GET ${path(index)} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`;
  for (let index = 0; index < connections; index += 1) {
    const bytes = Array.from({ length: requests }, (_, at) => request(index * requests + at)).join('');
    const socket: Socket = connect(Number(port), hostname);
    sockets.defer(() => void socket.destroy());
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(bytes);
  }
  let most = before;
  let slowestMs = 0;
  for (const startedAt = performance.now(); performance.now() - startedAt < forMs; await wait(sampleMs)) {
    const sentAt = performance.now();
    await (await fetch(`${command.graphUrl}/health`)).arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
    most = Math.max(most, command.residentMiB());
  }
  figure(`${what}: memory over idle, MiB`, most - before, { atMost: growthMiBMax });
  figure(`${what}: slowest answer to others, ms`, slowestMs, withinMs(answerMsMax));
}
