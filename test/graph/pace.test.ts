/** How many calls of an operation are on their way, and in which order they go. */
import { expect, it } from 'vitest';
import { Gate } from '../../src/platform/gate.ts';
import { gatewayOver } from '../support/gateway.ts';
import { recordedService } from '../support/recorded-service.ts';

/** Runs `count` calls that end when told; `started` are those begun so far. */
function paced(atOnceMax: number, count: number) {
  const pace = new Gate(atOnceMax);
  const started: number[] = [];
  const calls = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const answers = calls.map(({ promise }, at) =>
    pace.run(() => {
      started.push(at);
      return promise;
    }),
  );
  return { pace, started, calls, answers };
}

it('starts so many calls at once, and each further one when another has ended, in the order in which they came', async () => {
  const { started, calls, answers } = paced(2, 5);
  expect(started).toEqual([0, 1]);
  calls[1]?.resolve(1);
  await answers[1];
  expect(started).toEqual([0, 1, 2]);
  for (const [at, { resolve }] of calls.entries()) resolve(at);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it('goes on after calls that failed, and tells each its own failure', async () => {
  const { pace, calls, answers } = paced(1, 3);
  for (const [at, { reject }] of calls.entries()) reject(new Error(`call ${at}`));
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual([
    'call 0',
    'call 1',
    'call 2',
  ]);
  expect(await pace.run(async () => 'as before')).toBe('as before');
});

it('lets an operation of hundreds of calls have no more than its share under way, and all of them in the end', async () => {
  let underWay = 0;
  let most = 0;
  const service = recordedService();
  const { answer } = gatewayOver(undefined, {
    callsAtOnceMax: 4,
    fetch: async (request) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return service.fetch(request);
    },
  });
  const ids = Array.from({ length: 50 }, (_, at) => `fld_${at}`);
  const query = 'query ($ids: [ID!]!) { fields(ids: $ids) { id weather { date } observations(limit: 1) { id } } }';
  const response = await answer(
    new Request('http://gateway.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { ids } }),
    }),
  );
  const { data } = await response.json();
  expect(
    data.fields.map(({ id, weather, observations }: { id: string; weather: []; observations: [] }) => [
      id,
      weather.length,
      observations.length,
    ]),
  ).toEqual(ids.map((id) => [id, 1, 1]));
  // Of each of both endpoints.
  expect(most).toBe(8);
  expect(service.calls).toHaveLength(100);
});
