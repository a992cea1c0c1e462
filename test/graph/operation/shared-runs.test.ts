/** Whose time is longer than that of the run it waits for. */
import type { ExecutionResult } from 'graphql';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { type Asked, SharedRuns } from '../../../src/graph/operation/shared-runs.ts';
import { readCaller } from '../../../src/graph/request/caller.ts';
import { Operation } from '../../../src/graph/telemetry/record.ts';
import { rejection } from '../../support/upstream-call.ts';

const operation = new PreparedDocument(parse('{ a }'), []).find(undefined);
if (operation === undefined) throw new Error('The document has one operation.');

function asked(deadlineMs: number): Asked {
  return {
    operation: operation as NonNullable<typeof operation>,
    variables: {},
    caller: readCaller(null),
    signal: new AbortController().signal,
    deadlineAt: performance.now() + deadlineMs,
    record: new Operation('req_1'),
  };
}

/** Runs that end when the test says so. */
function heldRuns() {
  const runs: PromiseWithResolvers<ExecutionResult>[] = [];
  return {
    runs,
    begin: () => {
      const run = Promise.withResolvers<ExecutionResult>();
      runs.push(run);
      return { result: run.promise, counts: { calls: 3, retries: 2 } };
    },
  };
}

const late = { errors: [], data: { a: null } };

it('is asked again for who has time left, and not for who has none', async () => {
  const shared = new SharedRuns();
  const { runs, begin } = heldRuns();
  const first = shared.share(asked(0), begin);
  const patient = shared.share(asked(60_000), begin);
  const hasty = shared.share(asked(0), begin);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(late);
  expect([await first, await hasty]).toEqual([late, late]);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve({ data: { a: 1 } });
  expect(await patient).toMatchObject({ data: { a: 1 } });
});

it('is told the errors of a run that had its time', async () => {
  const shared = new SharedRuns();
  const { runs, begin } = heldRuns();
  const answers = [shared.share(asked(60_000), begin), shared.share(asked(60_000), begin)];
  runs[0]?.resolve(late);
  expect(await Promise.all(answers)).toEqual([late, late]);
  expect(runs).toHaveLength(1);
});

it('counts the calls of the run, and what was sent again for the first alone', async () => {
  const shared = new SharedRuns();
  const { runs, begin } = heldRuns();
  const questions = [asked(60_000), asked(60_000)];
  const answers = questions.map((question) => shared.share(question, begin));
  runs[0]?.resolve({ data: { a: 1 } });
  await Promise.all(answers);
  expect(questions.map(({ record }) => ({ ...record.counts, isJoined: record.isJoined }))).toEqual([
    { calls: 3, retries: 2, isJoined: false },
    { calls: 3, retries: 0, isJoined: true },
  ]);
});

it('writes the text of a result that many are told once', async () => {
  const shared = new SharedRuns();
  const { runs, begin } = heldRuns();
  const answers = [shared.share(asked(60_000), begin), shared.share(asked(60_000), begin)];
  let written = 0;
  const stringify = () => [Buffer.from(String(++written))];
  runs[0]?.resolve({ data: { a: 1 }, stringify } as ExecutionResult);
  const texts = (await Promise.all(answers)).map((result) => (result as { stringify: typeof stringify }).stringify());
  expect(texts[0]).toBe(texts[1]);
  expect(written).toBe(1);
});

it('rejects for everybody where the run does', async () => {
  const shared = new SharedRuns();
  const { runs, begin } = heldRuns();
  const answers = [shared.share(asked(60_000), begin), shared.share(asked(60_000), begin)];
  const rejected = answers.map((answer) => rejection(Promise.resolve(answer)));
  const fault = new Error('a fault of ours');
  runs[0]?.reject(fault);
  expect(await Promise.all(rejected)).toEqual([fault, fault]);
});
