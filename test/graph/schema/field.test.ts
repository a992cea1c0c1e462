import { describe, expect, it } from 'vitest';
import { graphql } from '../../support/documents/documents.ts';
import { execute } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { meta, scene, weatherDay } from '../../support/recorded-service.ts';

const FieldPage = graphql(`
  query FieldPage($id: ID!) {
    field(id: $id) {
      id
      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }
      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }
      observations(limit: 2) { id text category tags photos { href } }
    }
  }
`);

const Dashboard = graphql(`
  query Dashboard($ids: [ID!]!) {
    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }
  }
`);

const Known = graphql(`
  query Known($id: ID!, $ids: [ID!]!) {
    field(id: $id) { id __typename }
    fields(ids: $ids) { id }
    node(id: $id) { id __typename }
    nodes(ids: $ids) { id ... on Field { __typename } }
  }
`);

const Ids = graphql(`
  query Ids($ids: [ID!]!) {
    fields(ids: $ids) { id }
  }
`);

const Nodes = graphql(`
  query Nodes {
    node(id: "fld_a") { id __typename ... on Field { weather { date } } }
    other: node(id: "obs_1") { id }
    nodes(ids: ["fld_b", "nothing", "fld_a"]) { id }
  }
`);

const TwoLimits = graphql(`
  query TwoLimits {
    field(id: "fld_a") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }
  }
`);

const BadLimit = graphql(`
  query BadLimit {
    field(id: "fld_a") { observations(limit: 101) { id } weather { date } }
  }
`);

const Scenes = graphql(`
  query ScenesOfAnyKind($max: Float) {
    field(id: "fld_a") {
      earthObservations(maxCloudCover: $max) { recordId cloudCover(unit: PERCENT) { value } }
      latestEarthObservation(maxCloudCover: $max) { recordId }
    }
  }
`);

const Hours = graphql(`
  query HoursWithTheirDays {
    field(id: "fld_a") { weather(granularity: HOURLY) { startsAt date } }
  }
`);

const FieldOfNotes = graphql(`
  query FieldOfNotes {
    field(id: "fld_a") { observations(limit: 3) { field { id __typename weather { date } } } }
  }
`);

describe('Field', () => {
  it('states for each hour which local day it belongs to', async () => {
    const instants = ['2026-05-01T06:00:00Z', '2026-05-01T07:00:00Z'];
    const hours = instants.map((starts_at) => weatherDay('fld_a', { starts_at, granularity: 'hourly', date: null }));
    const stated = { ...meta('fld_a'), timezone: 'America/Los_Angeles' };
    const { answer } = gatewayOver(() => ({ body: { data: hours, meta: stated } }));
    const { data } = await execute(answer, Hours);
    expect(data?.field?.weather?.map(({ date }) => date)).toEqual(['2026-04-30', '2026-05-01']);
  });

  it('is available from each of its observations, and its list there makes one call', async () => {
    const { answer, calls } = gatewayOver();
    const { data, errors } = await execute(answer, FieldOfNotes);
    expect(errors).toBeUndefined();
    const field = { id: 'fld_a', __typename: 'Field', weather: [{ date: '2026-05-01' }] };
    expect(data?.field?.observations).toEqual([{ field }, { field }, { field }]);
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['null', { cloud_cover: null }],
    ['absent', { cloud_cover: undefined }],
  ])('lists a radar scene whose cloud cover is %s, unless maxCloudCover is requested', async (_title, unknown) => {
    const radar = { ...scene('fld_a'), id: 'eo_radar', ...unknown };
    const { answer } = gatewayOver(() => ({ body: { data: [scene('fld_a'), radar], meta: meta('fld_a') } }));
    const { data, errors } = await execute(answer, Scenes);
    expect(errors).toBeUndefined();
    expect(data?.field?.earthObservations).toEqual([
      { recordId: 'eo_1', cloudCover: { value: 3 } },
      { recordId: 'eo_radar', cloudCover: null },
    ]);
    const clear = await execute(answer, Scenes, { max: 100 });
    expect(clear.data?.field?.earthObservations?.map(({ recordId }) => recordId)).toEqual(['eo_1']);
  });

  it('reads its three lists by one call each', async () => {
    const { answer, calls } = gatewayOver();
    const { data, errors } = await execute(answer, FieldPage, { id: 'fld_a' });
    expect(errors).toBeUndefined();
    expect(data?.field).toEqual({
      id: 'fld_a',
      weather: [
        {
          date: '2026-05-01',
          temperatureMax: { value: 12.8, unit: 'CELSIUS' },
          precipitation: null,
          source: { name: 'Test', provenance: 'MEASURED', derived: [] },
          soil: [],
        },
      ],
      earthObservations: [{ id: 'fld_a:eo:eo_1', cloudCover: { value: 3, unit: 'PERCENT' }, index: { mean: 0.71 } }],
      observations: [
        { id: 'fld_a:obs:obs_0', text: 'Rust on the flag leaves.', category: 'DISEASE', tags: [], photos: [] },
        { id: 'fld_a:obs:obs_1', text: 'Rust on the flag leaves.', category: 'DISEASE', tags: [], photos: [] },
      ],
    });
    expect(calls.map(({ path, query }) => [path, query])).toEqual([
      ['/api/v1/weather', { field_id: 'fld_a' }],
      ['/api/v1/earth-observations', { field_id: 'fld_a' }],
      ['/api/v1/observations', { field_id: 'fld_a', limit: '2' }],
    ]);
  });

  it('makes no call to resolve a field or a node', async () => {
    const { answer, calls } = gatewayOver();
    const { data } = await execute(answer, Known, { id: 'fld_a', ids: ['fld_a', 'fld_b'] });
    expect(data).toEqual({
      field: { id: 'fld_a', __typename: 'Field' },
      fields: [{ id: 'fld_a' }, { id: 'fld_b' }],
      node: { id: 'fld_a', __typename: 'Field' },
      nodes: ['fld_a', 'fld_b'].map((id) => ({ id, __typename: 'Field' })),
    });
    expect(calls).toEqual([]);
  });

  it('makes 150 calls for fifty fields with all three lists', async () => {
    const { answer, calls } = gatewayOver();
    const ids = Array.from({ length: 50 }, (_, index) => `fld_${index}`);
    const { data } = await execute(answer, Dashboard, { ids });
    expect(data?.fields.map((field) => field?.id)).toEqual(ids);
    expect(calls).toHaveLength(150);
  });

  it('makes one call per list for fifty fields with the same id', async () => {
    const { answer, calls } = gatewayOver();
    await execute(answer, Dashboard, { ids: Array.from({ length: 50 }, () => 'fld_a') });
    expect(calls).toHaveLength(3);
  });

  it('never mixes up two limits of one field', async () => {
    const { answer, calls } = gatewayOver();
    const { data } = await execute(answer, TwoLimits);
    expect(data?.field?.five).toHaveLength(5);
    expect(data?.field?.twenty).toHaveLength(20);
    expect(calls).toHaveLength(2);
  });

  it('refuses a limit over 100 on its path, without a call, and still returns the sibling', async () => {
    const { answer, calls } = gatewayOver();
    const { data, errors } = await execute(answer, BadLimit);
    expect(errors).toMatchObject([{ path: ['field', 'observations'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(data?.field?.weather).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });
});

describe('the resolution of ids', () => {
  it('returns null with BAD_USER_INPUT at the position of a malformed id in a list, and the other fields', async () => {
    const { answer } = gatewayOver();
    const { data, errors } = await execute(answer, Ids, { ids: ['fld_a', 'fld a', 'fld_b'] });
    expect(data?.fields).toEqual([{ id: 'fld_a' }, null, { id: 'fld_b' }]);
    const extensions = { code: 'BAD_USER_INPUT', faults: [{ path: ['ids', '1'] }] };
    expect(errors).toMatchObject([{ path: ['fields', 1], extensions }]);
  });

  it('returns null with BAD_USER_INPUT on the path of a malformed field id', async () => {
    const { answer, calls } = gatewayOver();
    const { data, errors } = await execute(answer, FieldPage, { id: '../weather' });
    expect(data?.field).toBeNull();
    expect(errors).toMatchObject([{ path: ['field'], extensions: { code: 'BAD_USER_INPUT', retryable: false } }]);
    expect(calls).toEqual([]);
  });

  it('refetches a field as a node, and returns null without an error for any other id', async () => {
    const { answer, calls } = gatewayOver();
    const { data, errors } = await execute(answer, Nodes);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      node: { id: 'fld_a', __typename: 'Field', weather: [{ date: '2026-05-01' }] },
      other: null,
      nodes: [{ id: 'fld_b' }, null, { id: 'fld_a' }],
    });
    expect(calls).toHaveLength(1);
  });
});
