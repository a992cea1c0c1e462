/** Every way in which people and platforms stop `npm start`, with operations in flight. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startFaultyService } from '../support/faulty-service.ts';
import { startProcess } from '../support/product-process.ts';
import { ask, bySize, figure, withinMs } from './figure.ts';

const count = bySize(20, 60);
const drainMs = 10_000;

it.each<[what: string, stop: (pid: number) => void]>([
  ['SIGTERM to npm', (pid) => process.kill(pid, 'SIGTERM')],
  ['Ctrl-C', (pid) => process.kill(-pid, 'SIGINT')],
])('npm start ends with 0 on %s, and answers what it had accepted', async (_what, stop) => {
  const service = await startFaultyService();
  await using command = await startProcess({
    isByNpm: true,
    env: { FIELD_DATA_URL: service.url, DRAIN_MS: String(drainMs) },
  });
  const pid = command.child.pid as number;
  const open: (() => void)[] = [];
  const allOpen = Promise.withResolvers<void>();
  service.script = ({ method }) =>
    method === 'GET'
      ? (response, _call, good) => {
          open.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(good));
          if (open.length === count) allOpen.resolve();
        }
      : undefined;
  const answers = Array.from({ length: count }, (_, index) =>
    ask(command.graphUrl, `{ field(id: "fld_${index}") { weather { startsAt } } }`),
  );
  await allOpen.promise;
  const exit = once(command.child, 'exit');
  const startedAt = performance.now();
  stop(pid);
  await untilClosed(command.graphUrl);
  for (const answer of open) answer();
  const good = '{"data":{"field":{"weather":[{"startsAt":"2026-07-01T00:00:00Z"}]}}}';
  const answered = (await Promise.all(answers)).filter(({ text }) => text === good).length;
  const [code] = await exit;
  const milliseconds = performance.now() - startedAt;
  await service.close();
  figure(`of ${count} operations in flight answered`, answered, { atLeast: count });
  figure('exit code of npm', code ?? Number.NaN, { atMost: 0 });
  figure('until the exit, ms', milliseconds, withinMs(drainMs));
  // Of the process group, orphans included.
  expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
});

/** Resolves once the port refuses connections. */
async function untilClosed(url: string): Promise<void> {
  const isOpen = () =>
    fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
  while (await isOpen());
}
