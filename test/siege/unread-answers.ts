/** Callers who ask for large answers, pipelined, and read none of them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Besieged, besiege } from './process.ts';
import type { Figure, Scenario } from './scenario.ts';

interface Attack {
  what: string;
  url: string;
  accept: string;
  connections: number;
  requests: number;
  /** Path of the n-th request; that of `url` where left out. */
  path?: (index: number) => string;
}

const staticGrowthMiBMax = 100;
const answerMsMax = 5_000;
/** Half a minute without progress, noticed at the latest when it is over for the second time. */
const cutMsMax = 70_000;
const watchMs = { short: 1_000, whole: 10_000 };
const sampleMs = 100;

export const unreadAnswers: Scenario = {
  title: 'answers that nobody reads hold little memory, on every port, and are cut',
  async run(size) {
    await using command = await besiege();
    const page = { url: `${command.graphUrl}/graphql`, accept: 'text/html' };
    const bundle = { url: `${command.restUrl}/docs/swagger-ui-bundle.js`, accept: '*/*' };
    const metrics = { url: `${command.adminUrl}/metrics`, accept: '*/*' };
    const attacks: Attack[] = [
      { what: 'GraphiQL, 1 connection of 100', ...page, connections: 1, requests: 100 },
      { what: 'GraphiQL, 4 connections of 50', ...page, connections: 4, requests: 50 },
      { what: 'the bundle of /docs, 4 connections of 50', ...bundle, connections: 4, requests: 50 },
      { what: 'metrics, 1 connection of 500', ...metrics, connections: 1, requests: 500 },
    ];
    // What is rendered once is no growth.
    for (const { url, accept } of attacks) await (await fetch(url, { headers: { accept } })).arrayBuffer();
    const figures: Figure[] = [];
    const sockets: Socket[] = [];
    for (const attack of attacks) figures.push(...(await hold(attack, command, watchMs[size], sockets)));
    // Not the metrics: the kernel's buffers may hold all of them, and then nobody is waited for.
    const large = attacks.slice(0, -1).reduce((sum, { connections }) => sum + connections, 0);
    if (size === 'whole') figures.push(await cutting(command, large));
    for (const socket of sockets) socket.destroy();
    figures.push({ what: 'alive', value: Number(command.isAlive()), unit: '', atLeast: 1 });
    return figures;
  },
};

const resultWatchMs = { short: 6_000, whole: 20_000 };
/** Garbage of making the results counts too. Without the bounds of a connection it is several times as much. */
const resultGrowthMiBMax = 200;
const warmedUp = 40;
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

/** A month of hours of one field. No two are alike, so that no answer is shared. */
function monthOf(index: number): { id: string; from: string; to: string } {
  const from = Date.parse('2025-01-01T00:00:00Z') + Math.floor(index / 50) * dayMs;
  const instant = (ms: number) => new Date(ms).toISOString();
  const id = `fld_demo_${String(1 + (index % 50)).padStart(2, '0')}`;
  return { id, from: instant(from), to: instant(from + days * dayMs) };
}

const hoursOfGraph = (index: number) =>
  `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(monthOf(index)) })}`;
const hoursOfService = (index: number) => {
  const { id, from, to } = monthOf(index);
  return `/api/v1/weather?${new URLSearchParams({ field_id: id, granularity: 'hourly', from, to })}`;
};

export const unreadResults: Scenario = {
  title: 'large results that nobody reads hold little memory, each of them made for one request',
  async run(size) {
    await using command = await besiege();
    const accept = 'application/json';
    const graph = { url: `${command.graphUrl}/graphql`, accept, path: hoursOfGraph };
    const service = { url: `${command.restUrl}/api/v1/weather`, accept, path: hoursOfService };
    const attacks: Attack[] = [
      { what: 'hours of the graph, 12 connections of 60', ...graph, connections: 12, requests: 60 },
      { what: 'hours of the service, 12 connections of 60', ...service, connections: 12, requests: 60 },
    ];
    const figures: Figure[] = [];
    const sockets: Socket[] = [];
    for (const attack of attacks) {
      const { what, url, path } = attack;
      let bytes = 0;
      for (let index = 0; index < warmedUp; index += 1) {
        const response = await fetch(new URL(path?.(index) ?? '', url), { headers: { accept } });
        bytes = (await response.arrayBuffer()).byteLength;
      }
      figures.push({ what: `${what}: bytes of one`, value: bytes, unit: '', atLeast: resultBytesMin });
      figures.push(...(await hold(attack, command, resultWatchMs[size], sockets, resultGrowthMiBMax)));
    }
    for (const socket of sockets) socket.destroy();
    figures.push({ what: 'alive', value: Number(command.isAlive()), unit: '', atLeast: 1 });
    return figures;
  },
};

/** How much memory an attack takes, and how long everybody else waits meanwhile. */
async function hold(
  attack: Attack,
  command: Besieged,
  forMs: number,
  sockets: Socket[],
  growthMiBMax = staticGrowthMiBMax,
): Promise<Figure[]> {
  const { what, url, accept, connections, requests } = attack;
  const { hostname, port, pathname } = new URL(url);
  const { path = () => pathname } = attack;
  const before = command.residentMiB();
  const request = (index: number) => `GET ${path(index)} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`;
  for (let index = 0; index < connections; index += 1) {
    const bytes = Array.from({ length: requests }, (_, at) => request(index * requests + at)).join('');
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(bytes);
    sockets.push(socket);
  }
  let most = before;
  let slowestMs = 0;
  for (const startedAt = performance.now(); performance.now() - startedAt < forMs; await wait(sampleMs)) {
    const askedAt = performance.now();
    await (await fetch(`${command.graphUrl}/health`)).arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    most = Math.max(most, command.residentMiB());
  }
  return [
    { what: `${what}: memory over idle`, value: most - before, unit: 'MiB', atMost: growthMiBMax },
    { what: `${what}: slowest answer to others`, value: slowestMs, unit: 'ms', atMost: answerMsMax },
  ];
}

/** How long it takes until the last of them was cut, by the server's own count. */
async function cutting(command: Besieged, connections: number): Promise<Figure> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  while ((await countCut(command)) < connections && elapsedMs() <= cutMsMax) await wait(sampleMs);
  return { what: 'until the last was cut', value: elapsedMs(), unit: 'ms', atMost: cutMsMax };
}

async function countCut({ adminUrl }: Besieged): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const samples = text.matchAll(/^fieldgraph_connections_unread_total\{.*\} (\d+)$/gm);
  return [...samples].reduce((sum, [, count]) => sum + Number(count), 0);
}
