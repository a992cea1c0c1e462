/** The gateway over Prism, a mock server made only from the description: a mock that partners use before they integrate fits the graph. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { requestJson } from '../support/execute.ts';
import { lineOf } from '../support/line-of.ts';
import { gatewayAt, type SetGateway } from '../support/gateway-at.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const prism = at('../mock/node_modules/@stoplight/prism-cli/dist/index.js');
/** `npm ci --prefix test/mock` installs it. */
const installed = existsSync(prism);

/** Variables of the recipes whose defaults mean other fields or days than the example's. */
const variables: Record<string, object> = {
  'A dashboard of many fields': { ids: ['fld_demo_01'] },
  'Degree days and rain since planting': { plantedOn: '05-04' },
};

/** The day after the example's, so that its records lie in the windows that the recipes request. */
const now = () => new Date('2026-05-05T18:00:00Z');

/** The mock has one daily record as its reply to every query, and no hours. */
const hourly = 'A spray window';

const recipes = readRecipes();

describe.skipIf(!installed)('the gateway over a mock of the description', () => {
  let mock: ChildProcess;
  let answer: SetGateway['answer'];

  beforeAll(async () => {
    mock = spawn(
      process.execPath,
      [prism, 'mock', '--port', '0', '--host', '127.0.0.1', at('../../schema/openapi.json')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [, url = ''] = await lineOf(mock.stdout!, /listening on (http:\S+\d)/);
    ({ answer } = gatewayAt(url, now));
  });

  afterAll(async () => {
    if (mock.kill()) await once(mock, 'exit');
  });

  it('accepts an observation with a place', async () => {
    const query = `mutation { addObservation(input: {
      fieldId: "fld_demo_01", text: "Hail.", idempotencyKey: "key-1", location: { longitude: -122.31, latitude: 47.44 }
    }) { ... on AddObservationSuccess { observation { location { longitude latitude } } } } }`;
    const { data, errors } = await requestJson(answer, { query }, { authorization: 'Bearer fds_test_of_the_mock' });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ addObservation: { observation: { location: expect.anything() } } });
  });

  it.each(recipes)('answers the recipe: $title', async ({ title, query }) => {
    const parameters = { query, variables: variables[title] ?? {} };
    const { data, errors } = await requestJson(answer, parameters, { authorization: 'Bearer fds_test_of_the_mock' });
    expect(errors ?? []).toEqual([]);
    const nothing = { windows: [], hours: [], hoursWithoutRecord: 48, provenances: [] };
    if (title === hourly) expect(data).toEqual({ field: { sprayConditions: nothing } });
    else expect(JSON.stringify(data)).not.toMatch(/:null|\[\]/);
  });
});
