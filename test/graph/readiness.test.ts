/** How often the service is asked whether it is there. */
import { expect, it } from 'vitest';
import { createReadiness } from '../../src/graph/readiness.ts';

function probed(answers: (boolean | Error)[]) {
  const state = { now: 0, probes: 0 };
  const readiness = createReadiness(
    async () => {
      const answer = answers[state.probes++];
      if (answer instanceof Error) throw answer;
      return answer ?? false;
    },
    () => state.now,
  );
  return { state, readiness };
}

it('an answer holds for a second, then the service is asked again', async () => {
  const { state, readiness } = probed([true, false]);
  expect(await readiness.isReady()).toBe(true);
  state.now = 999;
  expect(await readiness.isReady()).toBe(true);
  state.now = 1_000;
  expect(await readiness.isReady()).toBe(false);
  expect(state.probes).toBe(2);
});

it('questions during a slow probe wait for its answer instead of asking again', async () => {
  const { state, readiness } = probed([true]);
  const first = readiness.isReady();
  state.now = 5_000;
  expect(await Promise.all([first, readiness.isReady(), readiness.isReady()])).toEqual([true, true, true]);
  expect(state.probes).toBe(1);
});

it('a probe that throws is "not ready"', async () => {
  expect(await probed([new Error('no such host')]).readiness.isReady()).toBe(false);
});
