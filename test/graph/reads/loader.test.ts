/** Which reads of one operation share a call. */
import { expect, it } from 'vitest';
import type { FieldDataClient } from '../../../src/graph/reads/client.ts';
import type { ObservationsQuery } from '../../../src/graph/reads/observations.ts';
import { readingContext } from '../../support/reading-context.ts';

/** The number of calls that these queries cause through one set of loaders. */
async function callsOf(queries: ObservationsQuery[]): Promise<number> {
  let calls = 0;
  const client = {
    load: async () => {
      calls += 1;
      return { observations: [], hasMore: false };
    },
  } as unknown as FieldDataClient;
  const { observations } = readingContext(client).loaders;
  await Promise.all(queries.map((query) => observations.load(query)));
  return calls;
}

it('a loader is the same object at each use, and a different one in another operation', () => {
  const client = {} as FieldDataClient;
  const { loaders } = readingContext(client);
  expect(loaders.weather).toBe(loaders.weather);
  expect(loaders.weather).not.toBe(loaders.observations);
  expect(loaders.weather).not.toBe(readingContext(client).loaders.weather);
});

it('equal queries share one call, whatever the order of their parameters and whichever are undefined', async () => {
  expect(
    await callsOf([
      { field_id: 'fld_1', limit: 5, from: '2026-05-01' },
      { from: '2026-05-01', limit: 5, field_id: 'fld_1', to: undefined } as ObservationsQuery,
    ]),
  ).toBe(1);
});

it.each([
  ['another field', { field_id: 'fld_1' }, { field_id: 'fld_2' }],
  ['another limit', { field_id: 'fld_1', limit: 1 }, { field_id: 'fld_1', limit: 11 }],
  ['no limit', { field_id: 'fld_1', limit: 1 }, { field_id: 'fld_1' }],
  ['the same value of another parameter', { field_id: 'f', from: '2026-05-01' }, { field_id: 'f', to: '2026-05-01' }],
  ['an empty value', { field_id: 'f', cursor: '' }, { field_id: 'f' }],
  ['text that reads like another query', { field_id: 'f,1:a' }, { field_id: 'f', from: 'a' }],
  ['text that reads like the end of a key', { field_id: 'f', from: '1,1:2' }, { field_id: 'f', from: '1', to: '2' }],
])('queries that differ by %s are two calls', async (_name, first, second) => {
  expect(await callsOf([first, second])).toBe(2);
});
