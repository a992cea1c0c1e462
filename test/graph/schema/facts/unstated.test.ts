/**
 * Over a service that states no facts of its fields, results and calls are byte for byte those from before the graph had facts.
 * `unstated.txt` was written by the commit before that, and must never be regenerated.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { postOf } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { note, type RecordedCall, scene, weatherDay } from '../../../support/recorded-service.ts';

const window = 'from: "2026-05-01", to: "2026-05-10"';
const queries = [
  '{ field(id: "fld_a") { id timezone } }',
  `{ field(id: "fld_a") { id timezone weather(${window}) { date kind temperatureMin { value unit } precipitation { value unit } source { name } } } }`,
  `{ fields(ids: ["fld_a", "fld_b"]) { id weather(last: { days: 3 }) { date } earthObservations { acquiredAt } observations(limit: 2) { text field { id } } } }`,
  '{ field(id: "fld_a") { observationsConnection(first: 2) { edges { cursor node { id text } } pageInfo { hasNextPage endCursor } } } }',
  '{ field(id: "fld_a") { latestWeather { date } latestEarthObservation { acquiredAt } latestObservation { text } } }',
  `{ field(id: "fld_a") { growingDegreeDays(${window}) { total { value unit base { value } upper { value } } } } }`,
  `{ field(id: "fld_a") { weatherSummary(${window}) { missingDays growingDegreeDays { value unit base { value } upper { value } } } } }`,
  `{ field(id: "fld_a") { timeline(${window}) { date } } }`,
  '{ node(id: "fld_a") { __typename id ... on Field { timezone weather { startsAt } } } }',
  '{ field(id: "fld_gone") { id weather { date } } }',
  '{ field(id: "no id") { id } }',
  'mutation { addObservation(input: { fieldId: "fld_a", text: "Seen", idempotencyKey: "k" }) { __typename ... on AddObservationSuccess { observation { id text field { id timezone } } } } }',
];

function silent({ method, path, query: { field_id: id = '', limit = '2', from, to } }: RecordedCall) {
  if (method === 'POST') return undefined;
  if (id === 'fld_gone') return { status: 404, body: { code: 'field_not_found' } };
  const instant = (bound: string) => (bound.includes('T') ? bound : `${bound}T00:00:00Z`);
  const whole = from && to ? { from: instant(from), to: instant(to) } : {};
  const meta = { field_id: id, timezone: 'UTC', ...whole };
  if (path.endsWith('/weather'))
    return {
      body: {
        data: [
          {
            ...weatherDay(id),
            temperature_min: { value: 8, unit: 'celsius' },
            temperature_max: { value: 33, unit: 'celsius' },
          },
        ],
        meta,
      },
    };
  if (path.endsWith('/earth-observations')) return { body: { data: [scene(id)], meta } };
  const data = Array.from({ length: Number(limit) }, (_, index) => note(id, `obs_${index}`));
  return { body: { data, page: { limit: Number(limit), has_more: false, next_cursor: null }, meta } };
}

it('results and calls over a service without facts are byte for byte as before', async () => {
  const seen: string[] = [];
  for (const query of queries) {
    const { answer, calls } = gatewayOver(silent, { now: () => new Date('2026-05-20T12:00:00Z') });
    const response = await answer(postOf(query, { authorization: 'Bearer key' }));
    const sent = calls.map(
      ({ method, path, query: parameters }) => `${method} ${path}?${new URLSearchParams(parameters)}`,
    );
    // Errors have had coordinates since then.
    const body = (await response.text()).replaceAll(/,"coordinate":"[^"]*"/g, '');
    const text = `${response.status} ${response.headers.get('cache-control')} ${body}`;
    seen.push([query, ...sent.toSorted(), text].join('\n'));
  }
  expect(`${seen.join('\n\n')}\n`).toBe(readFileSync(new URL('unstated.txt', import.meta.url), 'utf8'));
});
