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
}

const growthMiBMax = 100;
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

/** How much memory an attack takes, and how long everybody else waits meanwhile. */
async function hold(attack: Attack, command: Besieged, forMs: number, sockets: Socket[]): Promise<Figure[]> {
  const { what, url, accept, connections, requests } = attack;
  const { hostname, port, pathname } = new URL(url);
  const before = command.residentMiB();
  const bytes = `GET ${pathname} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`.repeat(requests);
  for (let index = 0; index < connections; index += 1) {
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
