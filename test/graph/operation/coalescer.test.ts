/** The results of several subscribers to one execution, and until when queries subscribe to it. */
import type { ExecutionResult } from 'graphql';
import { parse } from 'graphql';
import { afterEach, expect, it, vi } from 'vitest';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { Coalescer, type Query } from '../../../src/graph/operation/coalescer.ts';
import { Freshness } from '../../../src/graph/operation/freshness.ts';
import { readCaller } from '../../../src/graph/operation/caller.ts';
import { OperationRecord } from '../../../src/graph/telemetry/record.ts';
import { rejection } from '../../support/upstream-call.ts';

const operation = new PreparedDocument(parse('{ a }'), []).find(undefined);
if (operation === undefined) throw new Error('The document has one operation.');

const deadlineMs = 10_000;

afterEach(() => {
  vi.restoreAllMocks();
});

function query(signal = new AbortController().signal, requestId = 'req_1'): Query {
  return {
    operation: operation as NonNullable<typeof operation>,
    variables: {},
    caller: readCaller(null),
    signal,
    record: new OperationRecord(requestId),
  };
}

/** Executions that end when the test decides. */
function openRuns() {
  const runs: PromiseWithResolvers<ExecutionResult>[] = [];
  return {
    runs,
    begin: () => {
      const run = Promise.withResolvers<ExecutionResult>();
      runs.push(run);
      return { result: run.promise, freshness: new Freshness() };
    },
  };
}

/** The result for one query; its execution counts three calls. */
function run(coalescer: Coalescer, each: Query, begin: ReturnType<typeof openRuns>['begin']) {
  const execute = () => {
    each.record.counts = { calls: 3, retries: 2, fieldId: 'fld_a' };
    return begin();
  };
  return coalescer.run(each, execute).result;
}

it.each([
  [99, 10_000, 1],
  [100, 10_000, 2],
  [19, 200, 1],
  [20, 200, 2],
])('two equal queries %d ms apart, with a deadline of %d ms, need %d executions', async (ms, time, count) => {
  const coalescer = new Coalescer(time);
  const { runs, begin } = openRuns();
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const answers = [run(coalescer, query(), begin)];
  now.mockReturnValue(5_000 + ms);
  answers.push(run(coalescer, query(), begin));
  expect(runs).toHaveLength(count);
  // A later query subscribes to the newest execution, even after an older one has ended.
  runs[0]?.resolve({ data: { a: 0 } });
  await answers[0];
  void run(coalescer, query(), begin);
  expect(runs).toHaveLength(2);
});

it('no query subscribes to an execution whose caller had disconnected before it began', async () => {
  const coalescer = new Coalescer(deadlineMs);
  const { runs, begin } = openRuns();
  void run(coalescer, query(), begin);
  runs[0]?.resolve({ data: { a: 0 } });
  await Promise.resolve();
  const gone = rejection(Promise.resolve(run(coalescer, query(AbortSignal.abort()), begin)));
  const next = run(coalescer, query(), begin);
  expect(runs).toHaveLength(3);
  runs[2]?.resolve({ data: { a: 1 } });
  expect(await next).toEqual({ data: { a: 1 } });
  expect((await gone).code).toBe('UPSTREAM_TIMEOUT');
});

it('every subscriber counts the calls of the execution, but only the first counts its retries', async () => {
  const coalescer = new Coalescer(deadlineMs);
  const { runs, begin } = openRuns();
  const questions = ['req_1', 'req_2'].map((requestId) => query(undefined, requestId));
  const answers = questions.map((question) => run(coalescer, question, begin));
  runs[0]?.resolve({ data: { a: 1 } });
  await Promise.all(answers);
  expect(questions.map(({ record }) => ({ ...record.counts, coalescedWith: record.coalescedWith }))).toEqual([
    { calls: 3, retries: 2, fieldId: 'fld_a', coalescedWith: undefined },
    { calls: 3, retries: 0, fieldId: 'fld_a', coalescedWith: 'req_1' },
  ]);
});

it('the text of a result is written once for all subscribers', async () => {
  const coalescer = new Coalescer(deadlineMs);
  const { runs, begin } = openRuns();
  const answers = [run(coalescer, query(), begin), run(coalescer, query(), begin)];
  let written = 0;
  const stringify = () => [Buffer.from(String(++written))];
  runs[0]?.resolve({ data: { a: 1 }, stringify } as ExecutionResult);
  const texts = (await Promise.all(answers)).map((result) => (result as { stringify: typeof stringify }).stringify());
  expect(texts[0]).toBe(texts[1]);
  expect(written).toBe(1);
});

it('a failed execution rejects for every subscriber, and for no later query', async () => {
  const coalescer = new Coalescer(deadlineMs);
  const { runs, begin } = openRuns();
  const answers = [run(coalescer, query(), begin), run(coalescer, query(), begin)];
  const rejected = answers.map((answer) => rejection(Promise.resolve(answer)));
  const error = new Error('a fault of ours');
  runs[0]?.reject(error);
  expect(await Promise.all(rejected)).toEqual([error, error]);
  void run(coalescer, query(), begin);
  expect(runs).toHaveLength(2);
});
