/** The recipes as docs/recipes.md prints them, on several dates of the year, against the real service over a socket. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { startCountingService } from '../support/counting-service.ts';
import { requestJson } from '../support/execute.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { batchesAt } from '../support/list-service.ts';
import { gatewayAt } from '../support/gateway-at.ts';

const text = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
const printed = Array.from(text.matchAll(/```graphql\n([\s\S]*?)\n```/g), ([, query = '']) => query);
const recipes = readRecipes();

it('the ten recipes are printed as GraphiQL shows them, and name no calendar date', () => {
  expect(printed).toEqual(recipes.map(({ query }) => query));
  expect(recipes).toHaveLength(10);
  expect(printed.filter((query) => /\d{4}-\d{2}-\d{2}/.test(query))).toEqual([]);
});

// Including evenings when UTC already has the next date, a day on which clocks change, and the last of February.
const days = [
  '2026-01-01T05:30:00Z',
  '2026-02-28T23:59:59Z',
  '2026-03-08T18:00:00Z',
  '2026-06-15T03:00:00Z',
  '2026-11-01T12:00:00Z',
];

/** Some days have no hour to spray, some hours no humidity, cloudy scenes no statistics, and one demo field no scene. */
const mayBeEmpty = new Set([
  ...['.field.sprayConditions.windows', '.field.sprayConditions.hours.deltaT', '.fields.latestEarthObservation'],
  ...['mean', 'p10', 'p90'].map((name) => `.field.indexSeries.statistics.${name}`),
]);

describe.each(days)('on %s', async (day) => {
  const now = () => new Date(day);
  const service = untilFileEnd(await startCountingService({ now }));

  it.each(recipes)(
    '$title takes $calls calls, and its result has no empty list and no unexpected null',
    async ({ query, calls }) => {
      service.requests.length = 0;
      const { answer } = gatewayAt(service.url, now, {}, batchesAt(service.url));
      const { data, errors } = await requestJson(answer, query, { authorization: `Bearer ${service.demoKey}` });
      expect(errors).toBeUndefined();
      expect(emptyParts(data).filter((path) => !mayBeEmpty.has(path))).toEqual([]);
      expect(service.requests).toHaveLength(calls);
    },
  );
});

/** Paths of the lists without an item, and of each null. */
function emptyParts(value: unknown, path = ''): string[] {
  if (value === null) return [path];
  if (Array.isArray(value)) return value.length === 0 ? [path] : value.flatMap((item) => emptyParts(item, path));
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => emptyParts(inner, `${path}.${name}`));
}
