/** How often the service is probed, and which results count as unavailable. */
import { expect, it } from 'vitest';
import { createAdmin } from '../../../src/graph/http/admin.ts';
import { createReadiness, type Unready, unreachable } from '../../../src/graph/http/readiness.ts';
import { findLoss } from '../../../src/graph/upstream/published.ts';
import { createTransport } from '../../../src/graph/upstream/wire/undici.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { startFaultyService } from '../../support/faulty-service.ts';

const full: Unready = { code: 'STORE_UNAVAILABLE', reason: 'The disk is full.' };

function probed(answers: (Unready | undefined | Error)[]) {
  const state = { now: 0, probes: 0 };
  const readiness = createReadiness(
    async () => {
      const answer = answers[state.probes++];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    () => state.now,
  );
  return { state, readiness };
}

it('the result of a probe is used for one second, and then the service is probed again', async () => {
  const { state, readiness } = probed([undefined, full]);
  expect(await readiness.findFault()).toBeUndefined();
  state.now = 999;
  expect(await readiness.findFault()).toBeUndefined();
  state.now = 1_000;
  expect(await readiness.findFault()).toBe(full);
  expect(state.probes).toBe(2);
});

it('the system clock is used unless another is passed', async () => {
  expect(await createReadiness(async () => full).findFault()).toBe(full);
});

it('requests during a slow probe wait for its result instead of starting another probe', async () => {
  const { state, readiness } = probed([full]);
  const first = readiness.findFault();
  state.now = 5_000;
  expect(await Promise.all([first, readiness.findFault(), readiness.findFault()])).toEqual([full, full, full]);
  expect(state.probes).toBe(1);
});

it('/ready of the admin port uses one probe result per response, even if the result expires meanwhile', async () => {
  const looks = [full, undefined];
  const readiness = { findFault: async () => looks.shift() };
  const options = { readiness, isStopping: () => false, pages: {}, isLocal: true, log: createLog('silent') };
  const reply = await createAdmin(options)(new Request('http://127.0.0.1/ready'));
  expect([reply.status, await reply.json()]).toEqual([503, { status: 'unavailable', ...full }]);
});

it('/ready reports that the process is stopping, even if the service does not respond either', async () => {
  const readiness = { findFault: async () => full };
  const options = { readiness, isStopping: () => true, pages: {}, isLocal: true, log: createLog('silent') };
  const reply = await createAdmin(options)(new Request('http://127.0.0.1/ready'));
  expect([reply.status, await reply.json()]).toEqual([503, { status: 'unavailable', ...full, code: 'STOPPING' }]);
});

it('a service whose probe throws counts as unreachable', async () => {
  expect(await probed([new Error('no such host')]).readiness.findFault()).toEqual(unreachable('connection lost'));
});

it.each([
  [200, undefined],
  [307, undefined],
  [404, undefined],
  [500, 'status 500'],
  [501, undefined],
  [503, 'status 503'],
])('a service that responds to HEAD with %i is reported as lost: %s', async (status, loss) => {
  const service = await startFaultyService(() => (response) => response.writeHead(status).end());
  const transport = createTransport({ baseUrl: service.url, connectionsMax: 1, bytesMax: 1_024 });
  expect(await findLoss(transport, `${service.url}/openapi.json`)).toBe(loss);
  await transport.close();
  await service.close();
});
