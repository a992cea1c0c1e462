/** How many calls of one operation are on their way at a time. */
import { expect, it } from 'vitest';
import { gatewayOver } from '../../support/gateway.ts';
import { recordedService } from '../../support/recorded-service.ts';

it('lets an operation of hundreds of calls have no more than its share under way, and all of them in the end', async () => {
  let underWay = 0;
  let most = 0;
  const service = recordedService();
  const { answer } = gatewayOver(undefined, {
    callsAtOnceMax: () => 4,
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
