/** Plans of subscriptions: what one event reads, without a stream. */
import { expect, it } from 'vitest';
import { startProduct } from '../../../support/running.ts';

const query = `subscription Watch($ids: [ID!]!) {
  fieldsChanged(ids: $ids) { cursor field { id latestObservation { text } weather { date } } }
}`;

async function plan(graphUrl: string, ids: string[]) {
  const response = await fetch(`${graphUrl}/graphql/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { ids } }),
  });
  return response.json();
}

it('a plan of a subscription has the reads of one event, and opens no stream', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  const planned = await plan(product.graphUrl, ['fld_demo_01', 'fld_demo_02']);
  expect(planned).toMatchObject({ operation: 'Watch', type: 'subscription', calls: { counted: 2, expected: 2 } });
  expect(planned.errors).toBeUndefined();
  expect(planned.reads.map(({ paths, fields }: { paths: string[]; fields: number }) => [paths, fields])).toEqual([
    [['fieldsChanged.field.latestObservation'], 1],
    [['fieldsChanged.field.weather'], 1],
  ]);
  const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/^fieldgraph_streams_opened_total 0$/m);
});

it('a plan of a subscription that would be refused has the error', async () => {
  await using product = await startProduct();
  const { errors, reads } = await plan(product.graphUrl, []);
  expect(errors).toMatchObject([{ message: 'ids must have at least one id.', extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(reads).toEqual([]);
});
