import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../support/running.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product[Symbol.asyncDispose]());

const audits = serverAudits({ url: () => `${product.graphUrl}/graphql`, fetchFn: fetch });

describe('GraphQL over HTTP', () => {
  it.each(audits)('$name', async (audit) => {
    expect(await audit.fn()).toEqual({ id: audit.id, name: audit.name, status: 'ok' });
  });

  it('is audited in 61 points', () => {
    expect(audits).toHaveLength(61);
  });
});
