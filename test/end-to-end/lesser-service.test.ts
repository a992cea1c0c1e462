/** Over a service that ignores every parameter except field_id and limit, the graph replies as over a complete one. */
import { describe, expect, it } from 'vitest';
import { startCountingService } from '../support/counting-service.ts';
import type { Document } from '../support/documents/documents.ts';
import { graphql } from '../support/documents/documents.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { startLesserService } from '../support/lesser-service.ts';
import { startProduct } from '../support/running.ts';

const Weather = graphql(`
  query WindowedWeather($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_demo_05") {
      weather(from: $from, to: $to) { startsAt kind temperatureMax { value unit } }
      observed: weather(from: $from, to: $to, kind: OBSERVED) { startsAt kind }
      hourly: weather(from: $from, to: $to, granularity: HOURLY) { startsAt granularity }
    }
  }
`);

const Latest = graphql(`
  query LatestOfAll {
    fields(ids: ["fld_demo_05", "fld_demo_59", "fld_demo_60"]) {
      id
      latestWeather { startsAt kind }
      latestEarthObservation(maxCloudCover: 20) { id }
      latestObservation { id }
    }
  }
`);

const Scenes = graphql(`
  query WindowedScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_demo_05") {
      earthObservations(from: $from, to: $to, maxCloudCover: 30, order: DESC) { id acquiredAt }
      indexSeries(index: NDVI, from: $from, to: $to) { statistics { mean } earthObservation { id } }
    }
  }
`);

const Summary = graphql(`
  query Summary($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_demo_05") {
      weatherSummary(from: $from, to: $to) { dayCount missingDays growingDegreeDays { value } precipitation { value } frostDays }
    }
  }
`);

const Hours = graphql(`
  query ComputedFromHours {
    field(id: "fld_demo_05") {
      temperatureHours(last: { hours: 240 }) { hourCount missingHours frostHours heatHours chillingHours utahUnits chillPortions provenances }
      sprayConditions {
        hours { startsAt kind verdict deltaT rules { rule outcome value limit reason } }
        windows { startsAt endsAt hourCount }
        hoursWithoutRecord
        provenances
      }
    }
  }
`);

const Season = graphql(`
  query ComputedFromScenes($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_demo_05") {
      indexSeason(index: NDVI, from: $from, to: $to) {
        points { acquiredAt mean }
        peak { acquiredAt }
        area change changeDays longestGapDays clearScenes missingScenes provenances
      }
    }
  }
`);

const Notes = graphql(`
  query FilteredNotes($to: DateOrDateTime!) {
    field(id: "fld_demo_05") {
      newest: observations(limit: 3) { id }
      filtered: observations(limit: 5, category: GROWTH_STAGE) { id category }
      before: observations(limit: 5, to: $to) { id }
    }
  }
`);

const Page = graphql(`
  query Page($first: Int!, $after: String) {
    field(id: "fld_demo_05") {
      observationsConnection(first: $first, after: $after) {
        edges { cursor }
        pageInfo { hasNextPage hasPreviousPage endCursor }
      }
    }
  }
`);

const Defaults = graphql(`
  query Defaults {
    field(id: "fld_demo_05") { weather { startsAt granularity } earthObservations { acquiredAt } observations { observedAt } }
  }
`);

const dayMs = 86_400_000;
const at = (days: number) => new Date(Math.floor(Date.now() / dayMs) * dayMs + days * dayMs).toISOString();

describe('the graph over a service that ignores most parameters', async () => {
  const whole = untilFileEnd(await startCountingService());
  const lesser = untilFileEnd(await startLesserService(whole));
  const overWhole = untilFileEnd(await startProduct({ FIELD_DATA_URL: whole.url }));
  const overLesser = untilFileEnd(await startProduct({ FIELD_DATA_URL: lesser.url }));

  it.each<[string, Document<unknown, Record<string, unknown>>, Record<string, unknown>]>([
    ['weather of a window', Weather as never, { from: at(-30), to: at(3) }],
    ['the latest record of each list', Latest as never, {}],
    ['scenes of a window, filtered and ordered', Scenes as never, { from: at(-200), to: at(-20) }],
    ['the totals of a window', Summary as never, { from: at(-100), to: at(-3) }],
    ['hour totals and spray conditions', Hours as never, {}],
    ['the index season of a window', Season as never, { from: at(-200), to: at(-20) }],
    ['observations, filtered and limited', Notes as never, { to: at(-60) }],
    ['a page of observations', Page as never, { first: 2 }],
  ])('answers %s as over a complete service', async (_title, document, variables) => {
    const expected = await overWhole.query(document, variables);
    expect(expected.errors).toBeUndefined();
    const { data, errors } = await overLesser.query(document, variables);
    expect(errors).toBeUndefined();
    expect(data).toEqual(expected.data);
  });

  it('pages through every observation once although the service ignores the cursor', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await overLesser.query(Page, { first: 2, after });
      expect(page.errors).toBeUndefined();
      const connection:
        | { edges: { cursor: string }[]; pageInfo: { hasNextPage: boolean; endCursor?: string | null } }
        | null
        | undefined = page.data?.field?.observationsConnection;
      seen.push(...(connection?.edges ?? []).map(({ cursor }) => cursor));
      after = connection?.pageInfo.hasNextPage ? (connection.pageInfo.endCursor ?? undefined) : undefined;
    } while (after !== undefined);
    const all = await overWhole.query(Page, { first: 100 });
    expect(seen).toEqual(all.data?.field?.observationsConnection?.edges.map(({ cursor }) => cursor));
  });

  it('applies the contract’s defaults: 7 days around now, 90 days of scenes, daily records, newest observations first', async () => {
    const { data, errors } = await overLesser.query(Defaults);
    expect(errors).toBeUndefined();
    const { weather = [], earthObservations = [], observations = [] } = data?.field ?? {};
    expect(weather?.length).toBeGreaterThanOrEqual(11);
    expect(weather?.length).toBeLessThanOrEqual(14);
    expect(new Set(weather?.map(({ granularity }) => granularity))).toEqual(new Set(['DAILY']));
    expect(Date.parse(earthObservations?.[0]?.acquiredAt ?? '')).toBeGreaterThanOrEqual(Date.parse(at(-90)));
    const times = observations?.map(({ observedAt }) => Date.parse(observedAt)) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('refuses a total with INCOMPLETE_UPSTREAM_DATA on its path if some of its days may be missing', async () => {
    const { data, errors } = await overLesser.query(Summary, { from: at(-364), to: at(-3) });
    expect(data?.field?.weatherSummary).toBeNull();
    expect(errors).toMatchObject([
      { path: ['field', 'weatherSummary'], extensions: { code: 'INCOMPLETE_UPSTREAM_DATA' } },
    ]);
  });

  it('refuses a cursor that is not an observation of the field, and a window that ends before it starts', async () => {
    const page = await overLesser.query(Page, { first: 2, after: 'obs_elsewhere' });
    expect(page.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', faults: [{ path: ['after'] }] } }]);
    const backward = await overLesser.query(Summary, { from: at(-3), to: at(-5) });
    expect(backward.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', faults: [{ path: ['from'] }] } }]);
  });
});
