import { expect, it } from 'vitest';
import { startCountingService } from '../support/counting-service.ts';
import { demoField, demoFields } from '../support/demo-fields.ts';
import { graphql } from '../support/documents/documents.ts';
import { post } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const Everything = graphql(`
  query Everything($ids: [ID!]!) {
    fields(ids: $ids) {
      id
      weather { date temperatureMax { value unit } }
      earthObservations { id }
      observations(limit: 5) { id text }
    }
  }
`);

const FiveAndTwenty = graphql(`
  query FiveAndTwenty($id: ID!) {
    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }
  }
`);

it('the gateway reads every list from a remote service, and starts no service of its own', async () => {
  await using service = await startCountingService();
  await using product = await startProduct({ FIELD_DATA_URL: service.url });
  const { data, errors } = await product.query(Everything, { ids: ['fld_demo_01'] });
  expect(errors).toBeUndefined();
  expect(data?.fields[0]?.weather).toHaveLength(14);
  expect(product).toMatchObject({ serviceUrl: service.url, demoKey: undefined });
  expect(service.requests.map(({ url }) => url).sort()).toEqual([
    '/api/v1/earth-observations?field_id=fld_demo_01',
    '/api/v1/observations?field_id=fld_demo_01&limit=5',
    '/api/v1/weather?field_id=fld_demo_01',
  ]);
});

it('the gateway sends all 150 calls of fifty fields before the first is answered', async () => {
  await using service = await startCountingService();
  await using product = await startProduct({ FIELD_DATA_URL: service.url, UPSTREAM_CONCURRENCY_MAX: '150' });
  service.holdUntil(150);
  const { data, errors } = await product.query(Everything, { ids: demoFields(50) });
  expect(errors).toBeUndefined();
  expect(data?.fields.map((field) => field?.id)).toEqual(demoFields(50));
  expect(service.requests).toHaveLength(150);
});

it('the gateway makes 15 calls for fifty aliases of five fields', async () => {
  await using service = await startCountingService();
  await using product = await startProduct({ FIELD_DATA_URL: service.url });
  const aliases = Array.from({ length: 50 }, (_, index) => {
    const lists = 'weather { date } earthObservations { id } observations(limit: 5) { id }';
    return `a${index}: field(id: "${demoField(1 + (index % 5))}") { ${lists} }`;
  });
  const { body } = await post(product.graphUrl, { query: `{ ${aliases.join('\n')} }` });
  expect(body).not.toHaveProperty('errors');
  expect(service.requests).toHaveLength(15);
});

it('the gateway never mixes up two lists of one field with different limits', async () => {
  await using service = await startCountingService();
  await using product = await startProduct({ FIELD_DATA_URL: service.url });
  const { data } = await product.query(FiveAndTwenty, { id: 'fld_demo_01' });
  expect(service.requests).toHaveLength(2);
  expect(data?.field?.five).toEqual(data?.field?.twenty?.slice(0, 5));
});

it('the gateway reuses its connections across operations', async () => {
  await using service = await startCountingService();
  await using product = await startProduct({ FIELD_DATA_URL: service.url, UPSTREAM_CONCURRENCY_MAX: '2' });
  for (let round = 0; round < 5; round += 1) await product.query(FiveAndTwenty, { id: 'fld_demo_01' });
  expect(service.requests).toHaveLength(10);
  expect(new Set(service.requests.map(({ remotePort }) => remotePort)).size).toBeLessThanOrEqual(2);
});
