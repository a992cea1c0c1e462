import { expect, it } from 'vitest';
import { createLog, type LevelWithSilent } from '../../../src/platform/log/log.ts';
import { createOutageLog } from '../../../src/platform/log/outage-log.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function watched(level: LevelWithSilent) {
  const lines: Record<string, unknown>[] = [];
  const clock = new ManualClock();
  const state = { reason: undefined as string | undefined, looks: 0 };
  const log = createLog(level, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const look = async () => {
    state.looks += 1;
    return state.reason;
  };
  return { lines, clock, state, outage: createOutageLog(log, 'the store', look, clock) };
}

it('an outage logs one line when it begins and one with its duration when a check finds it over, without a stack', async () => {
  const { lines, clock, state, outage } = watched('info');
  state.reason = 'It is away.';
  for (let refused = 0; refused < 100; refused += 1) outage.report(state.reason, new Error('away'));
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  expect(lines).toMatchObject([{ level: 50, msg: 'the store is lost', reason: 'It is away.' }]);
  state.reason = undefined;
  await clock.advance(1_000);
  expect(lines.slice(1)).toMatchObject([{ level: 30, msg: 'the store is back', outageMs: 61_000 }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  expect(outage.reason()).toBeUndefined();
  await clock.advance(60_000);
  expect({ looks: state.looks, pending: clock.pending }).toEqual({ looks: 61, pending: 0 });
});

it('a changed reason logs one more line when a check finds it', async () => {
  const { lines, clock, state, outage } = watched('info');
  state.reason = 'It is away.';
  outage.report(state.reason);
  outage.report('It refuses this process.');
  expect(outage.reason()).toBe('It is away.');
  await clock.advance(1_000);
  state.reason = 'It refuses this process.';
  await clock.advance(1_000);
  await clock.advance(1_000);
  expect(lines).toMatchObject([
    { level: 50, msg: 'the store is lost', reason: 'It is away.' },
    { level: 50, msg: 'the store is still lost', reason: 'It refuses this process.' },
  ]);
  expect(outage.reason()).toBe('It refuses this process.');
  state.reason = undefined;
  await clock.advance(1_000);
  expect(lines.at(-1)).toMatchObject({ msg: 'the store is back', outageMs: 4_000 });
  expect(outage.reason()).toBeUndefined();
});

it('at level debug, each failure is logged with its stack', () => {
  const { lines, outage } = watched('debug');
  for (let refused = 0; refused < 3; refused += 1) outage.report('It is away.', new Error('away'));
  expect(lines.filter(({ err }) => (err as Error | undefined)?.stack !== undefined)).toHaveLength(3);
});

it('a suspicion becomes an outage only when a check confirms it, with a duration from the suspicion on', async () => {
  const { lines, clock, state, outage } = watched('info');
  outage.suspect();
  await clock.advance(1_000);
  expect({ lines, looks: state.looks, pending: clock.pending }).toEqual({ lines: [], looks: 1, pending: 0 });
  state.reason = 'It is away.';
  for (let failed = 0; failed < 10; failed += 1) outage.suspect();
  await clock.advance(1_000);
  state.reason = undefined;
  await clock.advance(1_000);
  expect(lines).toMatchObject([{ msg: 'the store is lost' }, { msg: 'the store is back', outageMs: 2_000 }]);
});

it('a closed outage log makes no more checks and logs nothing more while the process stops', async () => {
  const { lines, clock, state, outage } = watched('info');
  outage.report('It is away.');
  outage.close();
  outage.report(undefined);
  outage.report('It is away.');
  expect(lines).toHaveLength(1);
  await clock.advance(10_000);
  outage.suspect();
  expect({ looks: state.looks, pending: clock.pending }).toEqual({ looks: 0, pending: 0 });
});
