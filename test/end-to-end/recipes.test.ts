/** The recipes of docs/recipes.md and of GraphiQL, as they stand, against the real service over a socket. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { type CountingService, startCountingService } from '../support/counting-service.ts';
import { type Product, startProduct } from '../support/running.ts';

let service: CountingService;
let product: Product;

beforeAll(async () => {
  service = await startCountingService();
  product = await startProduct({ FIELD_DATA_URL: service.url });
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const recipes = readRecipes(new Date());

it('are ten', () => {
  expect(recipes).toHaveLength(10);
});

it.each(recipes)('$title: $calls calls', async ({ text, calls }) => {
  service.requests.length = 0;
  const response = await fetch(`${product.graphUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.demoKey}` },
    body: JSON.stringify({ query: text }),
  });
  const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
  expect(errors).toBeUndefined();
  for (const value of Object.values(data)) expect(value).toBeTruthy();
  expect(service.requests).toHaveLength(calls);
});
