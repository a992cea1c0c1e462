/** The calls that a plan predicts for generated operations, compared with the calls that a service counts. */
import { describe, expect, it } from 'vitest';
import { createExplain } from '../../../../src/graph/capabilities/explain/explain.ts';
import type { Plan } from '../../../../src/graph/capabilities/explain/plan.ts';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { createGateway } from '../../../../src/graph/gateway.ts';
import { requestJson } from '../../../support/execute.ts';
import { generateQuery } from '../../../support/generated-query.ts';
import { gatewayOptions } from '../../../support/gateway.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { sized } from '../../../support/size.ts';
import { serviceUrl, upstreamOver, wholeService, type WholeServiceOptions } from '../../../support/list-service.ts';

const operations = sized(40, 60, 2_000);
/** It is the same day in all of them: a plan cannot know the day in a timezone that was not read yet. */
const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata'];
const now = () => new Date('2026-06-15T12:00:00Z');
/** None of these statuses makes the gateway retry a read, or read another list for a timezone. */
const refusals = [400, 404, 422, 501];
const refusalRate = 0.15;
const turnsMax = 8;

/** A gateway over a service that counts its calls, with or without batch reads. */
function gatewayOver(isBatching: boolean, options: Partial<WholeServiceOptions>) {
  const service = wholeService({ now, zoneOf: (id) => zones[id.charCodeAt(4) % zones.length] ?? 'UTC', ...options });
  /** Retries and fallbacks. */
  const again = { calls: 0 };
  const upstream = upstreamOver(service.transport, {
    isBatching,
    cacheBytesMax: 0,
    observer: {
      retried: () => {
        again.calls += 1;
      },
      fellBack: (_endpoint, fields) => {
        again.calls += fields;
      },
    },
  });
  const { fetch } = createGateway({
    ...gatewayOptions,
    // Suggestions for each refused document would take most of the time.
    introspection: false,
    serviceUrl,
    fetch: upstream.fetch,
    deadlineMs: 60_000,
    now,
    additions: [createExplain({ upstream, serviceUrl, hasReceipts: false })],
  });
  return { service, again, fetch };
}

/** Compares the plans of two gateways, in turn, with the calls that are made. */
function comparisons(options: Partial<WholeServiceOptions> = {}) {
  const gateways = [gatewayOver(true, options), gatewayOver(false, options)];

  /** Plans and then runs one operation, with its own key: known timezones are stored per key. */
  return async (seed: number) => {
    const { service, again, fetch } = gateways[seed % 2] as ReturnType<typeof gatewayOver>;
    const post = (path: string, body: object) =>
      requestJson(fetch, body, { authorization: `Bearer key-${seed}` }, `http://graph.test${path}`);
    const random = seededRandom(seed);
    if (random() < 0.5) await post('/graphql', { query: '{ fields(ids: ["fld_a", "fld_b", "fld_c"]) { timezone } }' });
    Object.assign(service, { calls: 0, hasRefused: false, urls: [] });
    again.calls = 0;
    const { text: query, variables } = generateQuery(schema, random);
    const plan: Plan = await post('/graphql/plan', { query, variables });
    const planningCalls = service.calls;
    const answer: { data?: unknown; errors?: unknown[] } = await post('/graphql', { query, variables });
    return { query, plan, planningCalls, answer, service, made: service.calls - again.calls };
  };
}

describe('the plan of a generated operation', () => {
  it(`predicts exactly the calls that are made if nothing fails: ${operations} operations`, {
    timeout: 1_800_000,
  }, async () => {
    const compare = comparisons();
    let compared = 0;
    let calls = 0;
    for (let seed = 20_000; compared < operations; seed += 1) {
      const { query, plan, planningCalls, answer, service, made } = await compare(seed);
      const label = `seed ${seed}: ${query}`;
      expect(planningCalls, label).toBe(0);
      if (answer.data === undefined) {
        expect(plan.errors, label).toEqual(answer.errors);
        continue;
      }
      if (service.hasRefused) continue;
      compared += 1;
      calls += service.calls;
      expect(plan.calls?.expected, `${label} ${service.urls.join('\n')}`).toBe(service.calls);
      expect(
        plan.reads.reduce((sum, read) => sum + read.calls, 0),
        label,
      ).toBe(service.calls);
      expect(made, label).toBeLessThanOrEqual(plan.calls?.counted ?? 0);
    }
    // Ensures that operations with calls were compared. A new property of the schema changes all generated operations.
    expect(calls).toBeGreaterThan(operations / 2);
  });

  it(`counts at least the calls that are made, even over services that refuse and are slow: ${operations} operations`, {
    timeout: 1_800_000,
  }, async () => {
    const random = seededRandom(1);
    const refusal = () => (random() < refusalRate ? refusals[Math.floor(random() * refusals.length)] : undefined);
    const compare = comparisons({ refusal, turns: () => Math.floor(random() * turnsMax) });
    let compared = 0;
    for (let seed = 60_000; compared < operations; seed += 1) {
      const { query, plan, answer, made } = await compare(seed);
      if (answer.data === undefined) continue;
      compared += 1;
      expect(made, `seed ${seed}: ${query}`).toBeLessThanOrEqual(plan.calls?.counted ?? 0);
    }
  });
});

it('a plan expects the calls of smaller batches once the service has refused larger ones', async () => {
  const sizeOf = ({ url }: { url: string }) => new URL(url).searchParams.get('field_ids')?.split(',').length ?? 1;
  const { service, fetch } = gatewayOver(true, { refusal: (request) => (sizeOf(request) > 2 ? 400 : undefined) });
  const ids = Array.from({ length: 6 }, (_, at) => `fld_a${at}`);
  const query = 'query ($ids: [ID!]!) { fields(ids: $ids) { observations(limit: 5) { id } } }';
  const post = (path: string) => requestJson(fetch, { query, variables: { ids } }, {}, `http://graph.test${path}`);
  const expected = async () => ((await post('/graphql/plan')) as Plan).calls?.expected;
  expect(await expected()).toBe(1);
  // A batch of six is refused, then two of three.
  for (let times = 0; times < 2; times += 1) await post('/graphql');
  service.calls = 0;
  expect([await expected(), service.calls]).toEqual([3, 0]);
  await post('/graphql');
  expect(service.calls).toBe(3);
});

it('several plans are made one at a time, with turns of the event loop in between', async () => {
  const { fetch } = gatewayOver(false, {});
  let turns = 0;
  const count = () => {
    turns += 1;
    counted = setImmediate(count);
  };
  let counted = setImmediate(count);
  const ended = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await requestJson(
        fetch,
        { query: `query Q${index} { field(id: "fld_a") { name } }` },
        {},
        'http://graph.test/graphql/plan',
      );
      return turns;
    }),
  );
  clearImmediate(counted);
  // Three before the plan begins, and three while it waits for its lists.
  const turnsOfPlan = 6;
  expect(Math.max(...ended) - Math.min(...ended)).toBeGreaterThanOrEqual(turnsOfPlan * (ended.length - 1));
});
