/** Prism, a mock server made of the description alone, under the gateway: what partners mock before they integrate fits the graph. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { type Product, startProduct } from '../support/running.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const prism = at('../mock/node_modules/@stoplight/prism-cli/dist/index.js');
/** `npm ci --prefix test/mock` brings it. */
const installed = existsSync(prism);

/** What a recipe is asked with, where its defaults mean other fields or days than the example's. */
const variables: Record<string, object> = {
  'A dashboard of many fields': { ids: ['fld_demo_01'] },
};

/** The example is one day: of a season the rest is missing, and the mock does not say that it sent all. */
const refused = new Map([['Degree days and rain since planting', 'INCOMPLETE_UPSTREAM_DATA']]);

/** The example is of days long ago, and a mock has one answer for every query: of a window next to now the gateway keeps nothing of it. */
const isNextToNow = (query: string) => /SpanInput|MonthDay|last:|next:/.test(query);
const hourly = 'A spray window';

const recipes = readRecipes();

describe.skipIf(!installed)('the gateway over a mock of the description', () => {
  let mock: ChildProcess;
  let product: Product;

  beforeAll(async () => {
    mock = spawn(
      process.execPath,
      [prism, 'mock', '--port', '0', '--host', '127.0.0.1', at('../../schema/openapi.json')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let url: string | undefined;
    for await (const line of createInterface({ input: mock.stdout! })) {
      url = /listening on (http:\S+\d)/.exec(line)?.[1];
      if (url) break;
    }
    product = await startProduct({ FIELD_DATA_URL: url ?? '' });
  }, 60_000);

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    if (mock.kill()) await once(mock, 'exit');
  });

  it.each(recipes)('$title', async ({ title, query }) => {
    const response = await fetch(`${product.graphUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer fds_test_of_the_mock' },
      body: JSON.stringify({ query, variables: variables[title] ?? {} }),
    });
    const { data, errors } = (await response.json()) as {
      data: object;
      errors?: { extensions: { code: string } }[];
    };
    const code = refused.get(title);
    expect((errors ?? []).map(({ extensions }) => extensions.code)).toEqual(code ? [code] : []);
    const nothing = { windows: [], hours: [], missing: 48, provenances: [] };
    if (title === hourly) expect(data).toEqual({ field: { sprayConditions: nothing } });
    else if (!isNextToNow(query)) expect(JSON.stringify(data)).not.toMatch(/:null|\[\]/);
  });
});
