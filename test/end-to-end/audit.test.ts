import { auditServer } from 'graphql-http';
import { expect, it } from 'vitest';
import { startProduct } from '../support/running.ts';

it('passes all 61 audits of GraphQL over HTTP', async () => {
  await using product = await startProduct();
  const results = await auditServer({ url: `${product.graphUrl}/graphql`, fetchFn: fetch });
  const failed = results.filter(({ status }) => status !== 'ok').map(({ name }) => name);
  expect(failed).toEqual([]);
  expect(results).toHaveLength(61);
});
