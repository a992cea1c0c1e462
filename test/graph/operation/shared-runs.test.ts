/** What a run that several wait for counts, writes and fails, and until when it is joined. */
import type { ExecutionResult } from 'graphql';
import { parse } from 'graphql';
import { afterEach, expect, it, vi } from 'vitest';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { type Asked, SharedRuns } from '../../../src/graph/operation/shared-runs.ts';
import { readCaller } from '../../../src/graph/operation/caller.ts';
import { Operation } from '../../../src/graph/telemetry/record.ts';
import { rejection } from '../../support/upstream-call.ts';

const operation = new PreparedDocument(parse('{ a }'), []).find(undefined);
if (operation === undefined) throw new Error('The document has one operation.');

const deadlineMs = 10_000;

afterEach(() => {
  vi.restoreAllMocks();
});

function asked(signal = new AbortController().signal, requestId = 'req_1'): Asked {
  return {
    operation: operation as NonNullable<typeof operation>,
    variables: {},
    caller: readCaller(null),
    signal,
    record: new Operation(requestId),
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

it.each([
  [99, 10_000, 1],
  [100, 10_000, 2],
  [19, 200, 1],
  [20, 200, 2],
])('after %d ms of a time of %d ms two equal queries are %d runs', async (ms, time, count) => {
  const shared = new SharedRuns(time);
  const { runs, begin } = heldRuns();
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const answers = [shared.share(asked(), begin)];
  now.mockReturnValue(5_000 + ms);
  answers.push(shared.share(asked(), begin));
  expect(runs).toHaveLength(count);
  // Who comes then joins the younger one, also when the older is over.
  runs[0]?.resolve({ data: { a: 0 } });
  await answers[0];
  void shared.share(asked(), begin);
  expect(runs).toHaveLength(2);
});

it('nobody joins a run whose caller had gone before it began', async () => {
  const shared = new SharedRuns(deadlineMs);
  const { runs, begin } = heldRuns();
  void shared.share(asked(), begin);
  runs[0]?.resolve({ data: { a: 0 } });
  await Promise.resolve();
  const gone = rejection(Promise.resolve(shared.share(asked(AbortSignal.abort()), begin)));
  const next = shared.share(asked(), begin);
  expect(runs).toHaveLength(3);
  runs[2]?.resolve({ data: { a: 1 } });
  expect(await next).toEqual({ data: { a: 1 } });
  expect((await gone).code).toBe('UPSTREAM_TIMEOUT');
});

it('counts the calls of the run, and what was sent again for the first alone', async () => {
  const shared = new SharedRuns(deadlineMs);
  const { runs, begin } = heldRuns();
  const questions = ['req_1', 'req_2'].map((requestId) => asked(undefined, requestId));
  const answers = questions.map((question) => shared.share(question, begin));
  runs[0]?.resolve({ data: { a: 1 } });
  await Promise.all(answers);
  expect(questions.map(({ record }) => ({ ...record.counts, joined: record.joined }))).toEqual([
    { calls: 3, retries: 2, joined: undefined },
    { calls: 3, retries: 0, joined: 'req_1' },
  ]);
});

it('writes the text of a result that many are told once', async () => {
  const shared = new SharedRuns(deadlineMs);
  const { runs, begin } = heldRuns();
  const answers = [shared.share(asked(), begin), shared.share(asked(), begin)];
  let written = 0;
  const stringify = () => [Buffer.from(String(++written))];
  runs[0]?.resolve({ data: { a: 1 }, stringify } as ExecutionResult);
  const texts = (await Promise.all(answers)).map((result) => (result as { stringify: typeof stringify }).stringify());
  expect(texts[0]).toBe(texts[1]);
  expect(written).toBe(1);
});

it('rejects for everybody where the run does', async () => {
  const shared = new SharedRuns(deadlineMs);
  const { runs, begin } = heldRuns();
  const answers = [shared.share(asked(), begin), shared.share(asked(), begin)];
  const rejected = answers.map((answer) => rejection(Promise.resolve(answer)));
  const fault = new Error('a fault of ours');
  runs[0]?.reject(fault);
  expect(await Promise.all(rejected)).toEqual([fault, fault]);
});
