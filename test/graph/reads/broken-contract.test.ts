/** Whatever breaks the contract is an error of the service: no caller reads that the gateway failed. */
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/graph/errors/codes.ts';
import { type Broken, brokenOf, sampleOf } from '../../support/contract-sample.ts';
import type { GraphAnswer, GraphError } from '../../support/execute.ts';
import { defaultLimits } from '../../support/default-limits.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { meta, type Reply } from '../../support/recorded-service.ts';
import { wholeSelection } from '../../support/whole-selection.ts';

const window = 'from: "2026-04-30T00:00:00Z", to: "2026-05-02T00:00:00Z"';
const record = wholeSelection('WeatherRecord');
const scene = wholeSelection('EarthObservation');
const note = wholeSelection('Observation');
const list = { ...meta('fld_a'), from: '2026-04-30T00:00:00Z', to: '2026-05-02T00:00:00Z' };

const hours = [{ ...sampleOf('WeatherRecord'), granularity: 'hourly' }];

/** Each read of the service: what a good answer is, and everything the graph makes of it. */
const reads: Record<string, { answer: object; query: string; now?: string }> = {
  weather: {
    answer: { data: [sampleOf('WeatherRecord')], meta: list },
    query: `{ field(id: "fld_a") { weather(${window}) ${record} latestWeather ${record}
      weatherSummary(${window}) ${wholeSelection('WeatherSummary')} } }`,
  },
  'hours that are over': {
    answer: { data: hours, meta: list },
    query: `{ field(id: "fld_a") { weather(${window}, granularity: HOURLY) ${record}
      temperatureHours(${window}) ${wholeSelection('TemperatureHours')} } }`,
  },
  'hours ahead': {
    answer: { data: hours, meta: list },
    query: `{ field(id: "fld_a") {
      sprayConditions(rules: { dryHours: 0, daylightMarginHours: 0 }) ${wholeSelection('SprayConditions')} } }`,
    // So that the requested hours are those of the window.
    now: '2026-04-30T00:00:00Z',
  },
  'earth observations': {
    answer: { data: [sampleOf('EarthObservation')], meta: list },
    query: `{ field(id: "fld_a") { earthObservations(${window}) ${scene} latestEarthObservation(maxCloudCover: 90) ${scene}
      clear: earthObservations(${window}, maxCloudCover: 50) ${scene}
      indexSeries(${window}, index: NDVI) ${wholeSelection('IndexSeriesPoint')}
      indexSeason(${window}, index: NDVI, maxCloudCover: 100) ${wholeSelection('IndexSeason')} } }`,
  },
  observations: {
    answer: {
      data: [sampleOf('Observation')],
      page: { limit: 25, has_more: false, next_cursor: null },
      meta: { ...list, from: null, to: null },
    },
    query: `{ field(id: "fld_a") { observations ${note} latestObservation ${note}
      some: observations(category: GENERAL, ${window}) ${note}
      observationsConnection { pageInfo ${wholeSelection('PageInfo')} edges { cursor node ${note} } } } }`,
  },
};

const mutation = `mutation {
  addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: "t" }) {
    __typename ... on AddObservationSuccess { replayed observation ${note} }
  }
}`;

/** A gateway over a service that answers every call with what was said last. */
function gatewayOverAnswers(now?: string) {
  let reply: Reply = { body: '' };
  // A selection of everything has more aliases than any screen.
  const limits = { ...defaultLimits, aliasesMax: 1_000 };
  const { answer } = gatewayOver(() => reply, { limits, ...(now ? { now: () => new Date(now) } : {}) });
  return async (query: string, next: Reply): Promise<GraphAnswer<Record<string, unknown>>> => {
    reply = next;
    const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
    const request = new Request('http://graph.test/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    return (await (await answer(request)).json()) as GraphAnswer<Record<string, unknown>>;
  };
}

const ask = gatewayOverAnswers();

/** Errors that blame anything but the service. */
function misplaced({ errors = [] }: GraphAnswer<unknown>): GraphError[] {
  return errors.filter(({ extensions }) => !['UPSTREAM_ERROR', 'INCOMPLETE_UPSTREAM_DATA'].includes(extensions.code));
}

async function blamed(query: string, status: number, answers: Iterable<Broken>, asking = ask): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { name, value } of answers) {
    const wrong = misplaced(await asking(query, { status, body: JSON.stringify(value) ?? '' }));
    if (wrong.length > 0) found.push([name, wrong[0]?.message, wrong[0]?.path]);
  }
  return found;
}

describe('an answer broken in any one place', () => {
  it.each(Object.entries(reads))('of %s is an error of the service, or none', async (_name, { answer, query, now }) => {
    const asking = gatewayOverAnswers(now);
    const good = await asking(query, { body: answer });
    expect(good.errors).toBeUndefined();
    expect(await blamed(query, 200, brokenOf(answer as never), asking)).toEqual([]);
  });

  it('of a write is an error of the service, or none', async () => {
    const answer = { data: sampleOf('Observation') };
    expect(await ask(mutation, { status: 201, body: answer })).toMatchObject({
      data: { addObservation: { __typename: 'AddObservationSuccess' } },
    });
    expect(await blamed(mutation, 201, brokenOf(answer))).toEqual([]);
  });

  it.each([
    ['a 204', { status: 204, body: '' }],
    ['an empty 200', { body: '' }],
    ['null', { body: 'null' }],
    ['a page of HTML', { body: '<p>', headers: { 'content-type': 'text/html' } }],
    ['a list instead of an object', { body: '[]' }],
  ])('%s is UPSTREAM_ERROR on the path, with its own sentence', async (_name, reply) => {
    for (const query of [...Object.values(reads).map((read) => read.query), mutation]) {
      const { errors = [] } = await ask(query, reply);
      expect(errors.length).toBeGreaterThan(0);
      for (const { extensions, path, message } of errors) {
        expect(extensions.code).toBe('UPSTREAM_ERROR');
        expect(path?.length).toBeGreaterThan(0);
        expect(message).not.toBe(errorCodes.INTERNAL_SERVER_ERROR.message);
      }
    }
  });

  it('of a refusal is a refusal all the same', async () => {
    const problem = {
      status: 422,
      code: 'validation_failed',
      errors: [
        { pointer: '/location/coordinates/1', code: 'too_large', detail: 'no' },
        { parameter: 'from', code: 'too_large', detail: 'no' },
        { header: 'Idempotency-Key', code: 'x', detail: 'no' },
      ],
    };
    for (const { name, value } of brokenOf(problem)) {
      const { data, errors } = await ask(mutation, { status: 422, body: JSON.stringify(value) ?? '' });
      const isRefusal = errors === undefined && data?.addObservation !== null;
      const isFault = errors?.every(({ extensions }) => extensions.code === 'UPSTREAM_ERROR');
      expect(isRefusal || isFault, `${name}: ${JSON.stringify(errors)}`).toBe(true);
    }
  });
});

describe('half of a surrogate pair', () => {
  const operation = (text: string, variables: object) => ({ query: text, variables });

  it('in a cursor is an error of the caller, on its path, and is not sent', async () => {
    const { answer, calls } = gatewayOver();
    const query = `query($after: String) { field(id: "fld_a") {
      observationsConnection(after: $after) { edges { cursor } } latestObservation { id }
    } }`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(operation(query, { after: 'obs_1\ud800' }));
    const response = await answer(new Request('http://graph.test/graphql', { method: 'POST', headers, body }));
    expect(await response.json()).toMatchObject({
      data: { field: { observationsConnection: null, latestObservation: { id: 'fld_a:obs:obs_0' } } },
      errors: [
        {
          path: ['field', 'observationsConnection'],
          extensions: { code: 'BAD_USER_INPUT', faults: [{ path: ['after'], code: 'not_unicode' }] },
        },
      ],
    });
    expect(calls).toHaveLength(1);
  });

  it('in a note goes to the service as it came: JSON can hold it', async () => {
    const { answer, calls } = gatewayOver();
    const query = `mutation($text: String!) {
      addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: $text }) { __typename }
    }`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(operation(query, { text: 'Rust \ud83c' }));
    await answer(new Request('http://graph.test/graphql', { method: 'POST', headers, body }));
    expect(calls).toMatchObject([{ body: { text: 'Rust \ud83c' } }]);
  });
});
