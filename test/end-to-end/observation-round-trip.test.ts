/** Every property of an observation passes through the gateway and over the wire into the store, and back unchanged. */
import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graph/schema/schema.ts';
import { storeEnvironment } from '../field-data/support/stores.ts';
import { requestJson } from '../support/execute.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { wholeSelection } from '../support/whole-selection.ts';

const idempotencyKey = 'round-trip';
const fieldId = 'fld_demo_60';
const observation = {
  text: 'Rust on the flag leaves.',
  category: 'DISEASE',
  title: 'Rust',
  severity: 'HIGH',
  affectedArea: { value: 12.5, unit: 'PERCENT' },
  growthStage: { scale: 'BBCH', code: '65' },
  organism: { name: 'Puccinia triticina', eppoCode: 'PUCCRT' },
  location: { longitude: -122.3, latitude: 47.4 },
  photos: [
    { href: 'https://example.com/1.jpg', mediaType: 'image/jpeg', caption: 'Flag leaf' },
    { href: 'http://example.com/2', mediaType: 'image/png', caption: 'Überprüfen 🌾' },
  ],
  tags: ['flag leaf', 'headland'],
  author: { name: 'A. Scout' },
  observedAt: '2026-05-04T10:30:00Z',
};

/** Paths of the properties that the type has and the value lacks, at any depth. */
function missing(type: GraphQLInputType, value: unknown, path: string): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return [value].flat().flatMap((item) =>
    Object.values(named.getFields()).flatMap((field) => {
      const inner = (item as Record<string, unknown>)[field.name];
      return inner === undefined ? [`${path}.${field.name}`] : missing(field.type, inner, `${path}.${field.name}`);
    }),
  );
}

it('each property of an observation is read as it was written', async () => {
  const input = { idempotencyKey, fieldId, ...observation };
  expect(missing(schema.getType('AddObservationInput') as GraphQLInputType, input, 'input')).toEqual([]);

  await using folder = await temporaryFolder();
  const demo = { DEMO: 'on', DEMO_API_KEY: 'fds_test_demo_of_the_round_trip_0000000000' };
  await using service = await startProduct({ ...(await storeEnvironment(folder.path)), ...demo });
  await using gateway = await startProduct({ FIELD_DATA_URL: service.serviceUrl });
  const request = (query: string, variables?: object) =>
    requestJson(fetch, { query, variables }, service.demo, `${gateway.graphUrl}/graphql`);

  const selection = wholeSelection('Observation');
  const written = await request(
    `mutation ($input: AddObservationInput!) {
      addObservation(input: $input) { ... on AddObservationSuccess { replayed observation ${selection} } }
    }`,
    { input },
  );
  expect(written.data?.addObservation).toMatchObject({ replayed: false, observation });
  const read = await request(`{ field(id: "${fieldId}") { observations(limit: 1) ${selection} } }`);
  expect(read.data?.field).toMatchObject({ observations: [observation] });
});
