/** The graph as part of a supergraph: through Hive Gateway, next to a subgraph of another team that references its fields. */
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { requestJson } from '../support/execute.ts';
import { farmSdl, startFarmSubgraph } from '../support/farm-subgraph.ts';
import { hasHive, startHive } from '../support/hive-gateway.ts';
import { startProduct } from '../support/running.ts';

interface GatewayError {
  path: string[];
  extensions: { code: string };
}

const own = 'fld_demo_01';
const unknown = 'fld_nowhere';

it.skipIf(!hasHive)(
  'the graph answers through a federated gateway with the caller’s key, and its errors have their paths',
  async () => {
    await using product = await startProduct({ FEDERATION: 'on' });
    await using farms = await startFarmSubgraph([own, unknown]);
    const service = await send(`${product.graphUrl}/graphql`, { query: '{ _service { sdl } }' });
    const { supergraphSdl } = composeServices([
      { name: 'fields', url: `${product.graphUrl}/graphql`, typeDefs: parse(service.data._service.sdl) },
      { name: 'farms', url: farms.url, typeDefs: parse(farmSdl) },
    ]);
    await using hive = await startHive(supergraphSdl ?? '');

    const query =
      '{ farm(id: "farm_1") { fields { id owner name crop { name } latestWeather { date } observations(limit: 1) { text liveMode } } } }';
    const { data, errors } = await send(hive.url, { query });
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
    const refused = await send(hive.url, { query: mutation });
    expect(refused.data.addObservation.__typename).toBe('UnauthenticatedError');
    const written = await send(hive.url, { query: mutation }, product.demo);
    expect(written.data.addObservation.__typename).toBe('AddObservationSuccess');
    const seen = await send(hive.url, { query }, product.demo);
    expect(seen.data.farm.fields[0].observations).toEqual([{ text: 'Seen from the farm.', liveMode: false }]);
  },
);

const send = (url: string, body: object, headers: Record<string, string> = {}) =>
  requestJson(fetch, body, headers, url);
