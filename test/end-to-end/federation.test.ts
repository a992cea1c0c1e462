/** The graph as part of a supergraph: through Hive Gateway, next to a subgraph of another team that references its fields. */
import { existsSync } from 'node:fs';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { requestJson } from '../support/execute.ts';
import { farmSdl, startFarmSubgraph } from '../support/farm-subgraph.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';

interface GatewayError {
  path: string[];
  extensions: { code: string };
}

const own = 'fld_demo_01';
const unknown = 'fld_nowhere';

/** Hive Gateway is one of the packages that `npm ci --prefix test/mock` installs. */
const hive = new URL('../mock/node_modules/@graphql-hive/gateway-runtime/dist/index.js', import.meta.url);

it.skipIf(!existsSync(hive))(
  'the graph answers through a federated gateway with the caller’s key, and its errors have their paths',
  async () => {
    await using product = await startProduct({ FEDERATION: 'on' });
    await using farms = await startFarmSubgraph([own, unknown]);
    const service = await send(`${product.graphUrl}/graphql`, { query: '{ _service { sdl } }' });
    const { supergraphSdl } = composeServices([
      { name: 'fields', url: `${product.graphUrl}/graphql`, typeDefs: parse(service.data._service.sdl) },
      { name: 'farms', url: farms.url, typeDefs: parse(farmSdl) },
    ]);
    await using gateway = await startHive(supergraphSdl);

    const query =
      '{ farm(id: "farm_1") { fields { id owner name crop { name } latestWeather { date } observations(limit: 1) { text liveMode } } } }';
    const { data, errors } = await send(gateway.url, { query });
    expect(data.farm.fields[0]).toMatchObject({
      ...{ id: own, owner: 'Ada', name: 'North Meadow', crop: { name: 'winter wheat' } },
      latestWeather: { date: expect.any(String) },
    });
    expect(data.farm.fields[1]).toMatchObject({ id: unknown, name: null, latestWeather: null });
    // Hive Gateway omits list indices from the paths of entities.
    const reported = errors.map(({ path, extensions }: GatewayError) => [path.join('.'), extensions.code]);
    expect(reported.toSorted()).toEqual([
      ['farm.fields.crop', 'NOT_FOUND'],
      ['farm.fields.latestWeather', 'NOT_FOUND'],
      ['farm.fields.name', 'NOT_FOUND'],
      ['farm.fields.observations', 'NOT_FOUND'],
    ]);

    const mutation = `mutation { addObservation(input: { idempotencyKey: "farm-1", fieldId: "${own}", text: "Seen from the farm." }) { __typename } }`;
    const refused = await send(gateway.url, { query: mutation });
    expect(refused.data.addObservation.__typename).toBe('UnauthenticatedError');
    const written = await send(gateway.url, { query: mutation }, product.demo);
    expect(written.data.addObservation.__typename).toBe('AddObservationSuccess');
    const seen = await send(gateway.url, { query }, product.demo);
    expect(seen.data.farm.fields[0].observations).toEqual([{ text: 'Seen from the farm.', liveMode: false }]);
  },
);

const send = (url: string, body: object, headers: Record<string, string> = {}) =>
  requestJson(fetch, body, headers, url);

/** Starts Hive Gateway over a supergraph. It passes on the headers that identify a caller. */
async function startHive(supergraph: string | undefined) {
  const { createGatewayRuntime } = await import(hive.href);
  const gateway = createGatewayRuntime({
    supergraph,
    logging: 'error',
    maskedErrors: false,
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }: { request: Request }) => {
        const authorization = request.headers.get('authorization');
        return authorization === null ? {} : { authorization };
      },
    },
  });
  const server = await serve(gateway);
  return {
    url: `${server.url}/graphql`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
}
