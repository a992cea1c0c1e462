/** The steps of docs/explain.md from a log line to the cause, over HTTP as an operator performs them. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Receipt } from '../../../../src/graph/capabilities/explain/receipt.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { post } from '../../../support/post.ts';
import { recordedLog } from '../../../support/recorded-log.ts';
import { othersAnswered, recordedOperations, startProduct } from '../../../support/running.ts';

interface Entry {
  requestId: string;
  operation: string;
  receipt?: Receipt;
}

const dashboard = `query Dashboard { field(id: "fld_demo_01") {
  weather { date } earthObservations { id } observations { id } } }`;

it('the log line of a slow operation identifies the slow read and its request at the service', async () => {
  const others = Promise.withResolvers<void>();
  await using service = await startCountingService({
    before: (url) => (url.startsWith('/api/v1/weather') ? others.promise : undefined),
  });
  const { log, entries } = recordedLog('info');
  const env = { FIELD_DATA_URL: service.url, ADMIN_PORT: '0', RECENT_OPERATIONS_MAX: '10' };
  await using product = await startProduct(env, log);
  const startedAt = performance.now();
  const isAnswered = post(product.graphUrl, { query: dashboard });
  await othersAnswered(product, () => service.requests.length === 3);
  // Twice as long as the others, however busy the machine is.
  await wait(performance.now() - startedAt);
  others.resolve();
  await isAnswered;
  for (let other = 0; other < 3; other += 1) await post(product.graphUrl, { query: 'query Other { __typename }' });

  // 1. The line of the slowest operation.
  const operations = entries().filter(({ msg }) => msg === 'operation');
  const [slowest] = operations.sort((one, other) => other.ms - one.ms);
  expect(slowest).toMatchObject({ operation: 'Dashboard', outcome: 'ok', calls: 3 });
  const { requestId } = slowest;

  // 2. Its entry, by the request id.
  const [entry] = await recordedOperations<Entry>(product, 1, `?requestId=${requestId}`);
  expect(entry).toMatchObject({ requestId, operation: 'Dashboard', receipt: { calls: { made: 3, counted: 3 } } });

  // 3. The read that took longest.
  const reads = entry?.receipt?.reads ?? [];
  const [longest] = reads.sort((one, other) => (other.tookMs ?? 0) - (one.tookMs ?? 0));
  expect(longest).toMatchObject({ read: 'weather', outcome: 'ANSWERED', via: [] });

  // 4. The same id at the service.
  const sent = service.requests.filter(({ headers }) => headers['x-request-id'] === requestId);
  expect(sent.filter(({ url }) => url.startsWith('/api/v1/weather'))).toHaveLength(1);
});

it('a plan is logged without calls, and without the name of its operation, which did not run', async () => {
  const { log, entries } = recordedLog('info');
  await using product = await startProduct({}, log);
  const body = JSON.stringify({ query: dashboard, operationName: 'Dashboard' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${product.graphUrl}/graphql/plan`, { method: 'POST', headers, body })).status).toBe(200);
  const [line] = entries().filter(({ msg }) => msg === 'operation');
  expect(line).toMatchObject({ outcome: 'ok', calls: 0 });
  expect(line).not.toHaveProperty('operation');
});
