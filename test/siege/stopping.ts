/** Every way in which people and platforms stop `npm start`, with operations in flight. */
import { once } from 'node:events';
import { startFaultyService } from '../support/faulty-service.ts';
import { type Besieged, besiege } from './process.ts';
import type { Figure, Scenario } from './scenario.ts';

const operations = { short: 20, whole: 60 };
const drainMs = 10_000;

const ways: { what: string; stop: (pid: number) => void }[] = [
  { what: 'SIGTERM to npm', stop: (pid) => process.kill(pid, 'SIGTERM') },
  { what: 'Ctrl-C', stop: (pid) => process.kill(-pid, 'SIGINT') },
];

export const stopping: Scenario = {
  title: 'npm start ends with 0, however it is stopped, and answers what it had accepted',
  async run(size): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const way of ways) figures.push(...(await stopBy(way, operations[size])));
    return figures;
  },
};

async function stopBy({ what, stop }: (typeof ways)[number], count: number): Promise<Figure[]> {
  const service = await startFaultyService();
  await using command = await besiege({
    isByNpm: true,
    env: { FIELD_DATA_URL: service.url, DRAIN_MS: String(drainMs) },
  });
  const open: (() => void)[] = [];
  const allOpen = new Promise<void>((resolve) => {
    service.script = ({ method }) =>
      method === 'GET'
        ? (response, _call, good) => {
            open.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(good));
            if (open.length === count) resolve();
          }
        : undefined;
  });
  const answers = Array.from({ length: count }, (_, index) => ask(command, index));
  await allOpen;
  const exit = once(command.child, 'exit');
  const startedAt = performance.now();
  stop(command.child.pid as number);
  await untilClosed(command.graphUrl);
  for (const answer of open) answer();
  const answered = (await Promise.all(answers)).filter(Boolean).length;
  const [code] = await exit;
  const milliseconds = performance.now() - startedAt;
  await service.close();
  return [
    { what: `${what}: operations in flight`, value: count, unit: '' },
    { what: `${what}: of them answered`, value: answered, unit: '', atLeast: count },
    { what: `${what}: exit code of npm`, value: code ?? Number.NaN, unit: '', atMost: 0 },
    { what: `${what}: until the exit`, value: milliseconds, unit: 'ms', atMost: drainMs },
    { what: `${what}: processes left`, value: Number(isAnyLeft(command)), unit: '', atMost: 0 },
  ];
}

async function ask({ graphUrl }: Besieged, index: number): Promise<boolean> {
  const response = await fetch(`${graphUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ field(id: "fld_${index}") { weather { startsAt } } }` }),
  }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  return text === '{"data":{"field":{"weather":[{"startsAt":"2026-07-01T00:00:00Z"}]}}}';
}

/** Resolves once the port refuses connections. */
async function untilClosed(url: string): Promise<void> {
  for (;;) {
    const isOpen = await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    if (isOpen === undefined) return;
  }
}

/** Of the process group, orphans included. */
function isAnyLeft({ child }: Besieged): boolean {
  try {
    return process.kill(-(child.pid as number), 0);
  } catch {
    return false;
  }
}
