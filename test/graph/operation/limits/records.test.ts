/** Records of an operation, counted by the gateway: from the arguments before the first call, and again when they arrive. */
import { isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { earthObservations } from '../../../../src/graph/reads/earth-observations.ts';
import { weather } from '../../../../src/graph/reads/weather.ts';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { defaultLimits } from '../../../support/default-limits.ts';
import { gatewayOver, type RecordedGateway } from '../../../support/gateway.ts';
import { execute, type GraphAnswer } from '../../../support/execute.ts';
import { meta, weatherDay } from '../../../support/recorded-service.ts';
import { costCheck, refusal as refusalBy } from './fixture.ts';

/** These tests read responses by path, so they need no type. */
// biome-ignore lint/suspicious/noExplicitAny: a document written in the test has no generated type.
type Answer = GraphAnswer<any>;

function post({ answer }: RecordedGateway, query: string, variables = {}): Promise<Answer> {
  return execute(answer, query, variables);
}

const now = () => new Date('2026-06-01T12:00:00Z');
const year = 'from: "2025-06-01", to: "2026-06-01"';
/** Days of the window that a read has by default. */
const daysOf = ({
  defaultDays: { daysBack, daysAhead } = { daysBack: 0, daysAhead: 0 },
}: Pick<typeof weather, 'defaultDays'>) => daysBack + daysAhead;
const idsOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `fld_${index}`));

/** The count under a limit of 0 records, read from the refusal. */
async function countOf(limit: 'recordsReadMax' | 'recordsVisitedMax', query: string, variables = {}): Promise<number> {
  const [upstreamCallsMax, recordsReadMax, recordsVisitedMax] = [1e6, 1e9, 1e9];
  const limits = { ...defaultLimits, upstreamCallsMax, recordsReadMax, recordsVisitedMax, [limit]: 0 };
  const gateway = gatewayOver(undefined, { now, limits });
  const { errors = [] } = await post(gateway, query, variables);
  const [error] = errors;
  return error?.extensions.code === 'OPERATION_TOO_COMPLEX' ? (error.extensions.limit as { actual: number }).actual : 0;
}

const read = (query: string, variables = {}) => countOf('recordsReadMax', query, variables);
const visited = (query: string, variables = {}) => countOf('recordsVisitedMax', query, variables);

describe('records read', () => {
  it.each([
    ['fields without lists', `{ fields(ids: ${idsOf(100)}) { id } }`, 0],
    [
      'a dashboard of 100 fields with the newest record of each list',
      `{ fields(ids: ${idsOf(100)}) { latestWeather { date } latestEarthObservation { id } latestObservation { text } } }`,
      300,
    ],
    [
      '100 fields with lists since a day of the year',
      `{ fields(ids: ${idsOf(100)}) { weather(since: "04-15") { date } earthObservations(since: "04-15") { id } } }`,
      54_900,
    ],
    [
      'ten years of days',
      `{ field(id: "fld_1") { ${Array.from({ length: 10 }, (_, index) => `y${index}: weather(from: "${2010 + index}-01-01", to: "${2011 + index}-01-02") { date }`).join(' ')} } }`,
      3_660,
    ],
    [
      'a year of hours of five fields',
      `{ fields(ids: ${idsOf(5)}) { weather(${year}, granularity: HOURLY) { date } } }`,
      43_800,
    ],
    [
      'lists without a window',
      '{ field(id: "fld_1") { weather { date } earthObservations { id } observations { id } } }',
      // The reads have the same windows.
      daysOf(weather) + Math.ceil(daysOf(earthObservations) / 2) + 25,
    ],
    [
      'more observations than a list may have, up to the maximum of a list',
      '{ field(id: "fld_1") { observations(limit: 100000) { id } observationsConnection(first: 2147483647) { edges { cursor } } } }',
      100,
    ],
    ['a page of observations', '{ field(id: "fld_1") { observationsConnection(first: 7) { edges { cursor } } } }', 7],
    [
      'days before and after now, and upcoming hours',
      '{ field(id: "fld_1") { a: weather(last: { days: 7 }, next: { days: 3 }) { date } b: weather(next: { hours: 48 }, granularity: HOURLY) { date } } }',
      12 + 48,
    ],
    [
      'earlier years of a season',
      `{ field(id: "fld_1") { indexSeason(index: NDVI, ${year}, earlierYears: 2) { area } } }`,
      Math.ceil((365 + 2 * 366) / 2),
    ],
    [
      'hours until an instant, from a midnight that may be a day earlier in the timezone of the field',
      '{ field(id: "fld_1") { weather(to: "2026-06-02T00:00:00Z", granularity: HOURLY) { date } } }',
      8.5 * 24,
    ],
    ['a field that counts hours', `{ field(id: "fld_1") { temperatureHours(${year}) { hourCount } } }`, 8_760],
    [
      'the lists of a timeline, once for all days',
      `{ field(id: "fld_1") { timeline(${year}) { weather { date } observations { id } earthObservations { id } } } }`,
      365 + 100 + 183,
    ],
    [
      'the lists of equal timelines, each once',
      `{ field(id: "fld_1") { timeline(${year}) { weather { date } earthObservations { id } } again: timeline(${year}) { weather { kind } } } }`,
      365 + 183,
    ],
    [
      'a timeline from an instant, whose local day may be a day earlier',
      '{ field(id: "fld_1") { timeline(from: "2026-05-01T10:00:00Z", to: "2026-05-03") { weather { date } } } }',
      3,
    ],
    [
      'a short timeline with as many observations as a list may have',
      '{ field(id: "fld_1") { timeline(last: { days: 10 }) { weather { date } observations { id } } } }',
      10 + 100,
    ],
    [
      'earlier years of a short season, with the days around it',
      '{ field(id: "fld_1") { indexSeason(index: NDVI, last: { days: 1 }, earlierYears: 3, maxGapDays: 366) { area } } }',
      Math.ceil((3 + 3 * 366) / 2),
    ],
    [
      'a timeline that ends in the past',
      '{ field(id: "fld_1") { timeline(to: "2024-06-01") { weather { date } } } }',
      30,
    ],
    ['a list next to a field that any list states', '{ field(id: "fld_1") { weather { date } name } }', 14],
    ['a list after a field that any list states', '{ field(id: "fld_1") { name weather { date } } }', 14],
    [
      'a list of one field, and a value that any list states of another',
      '{ a: field(id: "fld_1") { weather { date } } b: field(id: "fld_2") { name } }',
      14,
    ],
    ['a list that is skipped', '{ field(id: "fld_1") { weather @skip(if: true) { date } } }', 0],
  ])('are counted for %s', async (_, query, count) => {
    expect(await read(query)).toBe(count);
  });

  it('are counted with the values of variables, and their defaults', async () => {
    const query =
      `query ($ids: [ID!]!, $granularity: WeatherGranularityOf, $last: SpanInput = { days: 30 }) { fields(ids: $ids) { weather(last: $last, granularity: $granularity) { date } } }`.replace(
        'WeatherGranularityOf',
        'WeatherGranularity! = HOURLY',
      );
    const ids = ['fld_1', 'fld_2'];
    expect(await read(query, { ids })).toBe(2 * 32 * 24);
    expect(await read(query, { ids, granularity: 'DAILY', last: { days: 3 } })).toBe(2 * 5);
  });

  it('count once for a list, and as visited for each alias and computed field that uses it', async () => {
    const over = `weather(${year}) { date } again: weather(${year}) { kind } weatherSummary(${year}) { dayCount } growingDegreeDays(${year}) { missingDays }`;
    expect(await read(`{ field(id: "fld_1") { ${over} } }`)).toBe(365);
    expect(await visited(`{ field(id: "fld_1") { ${over} } }`)).toBe(4 * 365);
    const spread = `{ field(id: "fld_1") { ...A ...B } } fragment A on Field { a: weather(${year}) { date } } fragment B on Field { b: weather(${year}) { kind } }`;
    expect([await read(spread), await visited(spread)]).toEqual([365, 2 * 365]);
  });

  it('are counted below the observations of a timeline for the maximum of one list, not for each day', async () => {
    const day = 'timeline(from: "2026-05-01", to: "2026-05-02")';
    const summary = 'weatherSummary(last: { days: 30 }) { dayCount }';
    const once = await visited(`{ field(id: "fld_1") { ${day} { observations { field { ${summary} } } } } }`);
    expect(once).toBe(1 + 100 + 100 * 32);
    const ofYear = `{ field(id: "fld_1") { timeline(${year}) { observations { field { ${summary} } } } } }`;
    expect(await visited(ofYear)).toBe(365 + 365 + 100 * 32);
    const twice = `{ field(id: "fld_1") { ${day} { observations { field { ${day} { observations { field { ${summary} } } } } } } } }`;
    expect(await visited(twice)).toBe(1 + 100 + 100 * once);
    for (const lists of ['weather { date } $1', '$1 weather { date }']) {
      const selected = lists.replace('$1', `observations { field { ${summary} } }`);
      expect(await visited(`{ field(id: "fld_1") { ${day} { ${selected} } } }`)).toBe(once + 1);
    }
    const again = `{ field(id: "fld_1") { ${day} { observations { field { ${summary} } } again: observations { field { ${summary} } } } } }`;
    expect(await visited(again)).toBe(1 + 2 * 100 + 2 * 100 * 32);
  });

  it('count a scene as visited again for each selection below a point, and an hour of spraying for each list, but as read once', async () => {
    const series = `indexSeries(index: NDVI, ${year})`;
    const scenes = Math.ceil(365 / 2);
    const plain = `{ field(id: "fld_1") { ${series} { statistics { mean } } } }`;
    expect([await read(plain), await visited(plain)]).toEqual([scenes, scenes]);
    const selected = `{ field(id: "fld_1") { ${series} { earthObservation { id } again: earthObservation { sceneId } } } }`;
    expect([await read(selected), await visited(selected)]).toEqual([scenes, 3 * scenes]);
    const season = `{ field(id: "fld_1") { indexSeason(index: NDVI, ${year}) { points { earthObservation { id } } } } }`;
    expect([await read(season), await visited(season)]).toEqual([scenes, 2 * scenes]);
    const spraying = `{ field(id: "fld_1") { sprayConditions { hours { kind } again: hours { verdict } } } }`;
    expect([await read(spraying), await visited(spraying)]).toEqual([48 + 48, 3 * (48 + 48)]);
  });

  it('are counted up to now, for at most 366 days, if a window has no end', async () => {
    expect(await read('{ field(id: "fld_1") { weather(from: "2025-12-01") { date } } }')).toBeGreaterThan(180);
    expect(await read('{ field(id: "fld_1") { weather(from: "0001-01-01") { date } } }')).toBe(366);
  });

  it.each([
    ['', '{ field(id: "fld_1") { weather(from: "2025-12-01") { date } } }'],
    [
      ', also in a fragment',
      '{ field(id: "fld_1") { ...Weather } } fragment Weather on Field { weather(from: "2025-12-01") { date } }',
    ],
  ])('are counted again as time passes if a window has no end%s', async (_, query) => {
    let today = new Date('2026-01-01T12:00:00Z');
    const gateway = gatewayOver(undefined, { now: () => today, limits: { ...defaultLimits, recordsReadMax: 100 } });
    expect((await post(gateway, query)).errors).toBeUndefined();
    today = new Date('2026-04-01T12:00:00Z');
    expect((await post(gateway, query)).errors?.[0]?.extensions.limit).toMatchObject({ name: 'RECORDS_READ_MAX' });
  });
});

it('every field that reads a list declares how many records it may read', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
  const uncounted = fields.filter(({ field: { extensions } }) => extensions.upstreamCalls && !extensions.records);
  // The mutation reads no list.
  expect(uncounted.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual(['Mutation.addObservation']);
});

describe('a refusal', () => {
  const refusal = async (query: string, limits = defaultLimits) => {
    const gateway = gatewayOver(undefined, { now, limits });
    const { errors } = await post(gateway, query);
    expect(gateway.calls).toEqual([]);
    return errors?.[0];
  };

  it('comes before the first call, names the most expensive list, and states what would fit', async () => {
    const error = await refusal(
      `{ fields(ids: ${idsOf(60)}) { weather(${year}, granularity: HOURLY) { date } observations { id } } }`,
    );
    expect(error?.extensions.limit).toEqual({ name: 'RECORDS_READ_MAX', max: 60_000, actual: 60 * (8_760 + 25) });
    expect(error?.message).toMatch(
      /\. `weather` costs most: 8760 records for each of 60 fields\. It would fit with 6 fields, or 40 days\.$/,
    );
  });

  it('states how many aliases of one list would fit', async () => {
    const aliases = Array.from(
      { length: 99 },
      (_, index) => `a${index}: weather(${year}, granularity: HOURLY) { date }`,
    );
    const error = await refusal(`{ field(id: "fld_1") { ...F } } fragment F on Field { ${aliases.join(' ')} }`);
    expect(error?.extensions.limit).toEqual({ name: 'RECORDS_VISITED_MAX', max: 200_000, actual: 99 * 8_760 });
    expect(error?.message).toMatch(
      /`weather` costs most: 8760 records 99 times\. It would fit with 22 aliases, or 84 days\.$/,
    );
  });

  it('uses the singular for one field', async () => {
    const query = `{ fields(ids: ${idsOf(2)}) { weather(${year}, granularity: HOURLY) { date } } }`;
    const error = await refusal(query, { ...defaultLimits, recordsReadMax: 10_000 });
    expect(error?.message).toContain('It would fit with 1 field, or 208 days.');
  });

  const hours = `weather(${year}, granularity: HOURLY) { date }`;
  const days = `weather(${year}) { date }`;
  const aliases = Array.from({ length: 30 }, (_, index) => `d${index}: ${days}`).join(' ');
  const sameDays = 'weather(last: { days: 44 }) { date }';

  it.each([
    ['one list, with the days that fit', 'recordsReadMax', 1_000, hours, ': 8760 records. It would fit with 41 days.'],
    [
      'one list without days, with the limit that fits',
      'recordsReadMax',
      99,
      'observations(limit: 100) { id }',
      ': 100 records. It would fit with `limit: 99`.',
    ],
    [
      'one list of one record',
      'recordsReadMax',
      1,
      'latestWeather { date } latestObservation { id }',
      ': 1 record. Split the',
    ],
    [
      'many aliases of a short list, after a long one',
      'recordsVisitedMax',
      9_999,
      `${hours} ${aliases}`,
      '365 records 30 times',
    ],
    [
      'many aliases of a short list, before a long one',
      'recordsVisitedMax',
      9_999,
      `${aliases} ${hours}`,
      '365 records 30 times',
    ],
    [
      'the first of two equally expensive lists',
      'recordsReadMax',
      91,
      `earthObservations { id } ${sameDays}`,
      '`earthObservations` costs',
    ],
    [
      'the first of two equally expensive lists',
      'recordsVisitedMax',
      89,
      `earthObservations { id } ${sameDays}`,
      '`earthObservations` costs',
    ],
    [
      'the first of two equally expensive lists',
      'recordsReadMax',
      91,
      `${sameDays} earthObservations { id }`,
      '`weather` costs',
    ],
    [
      'the first of two equally expensive lists',
      'recordsVisitedMax',
      89,
      `${sameDays} earthObservations { id }`,
      '`weather` costs',
    ],
  ])('names %s (%#)', async (_, limit, max, selections, said) => {
    const error = await refusal(`{ field(id: "fld_1") { ${selections} } }`, { ...defaultLimits, [limit]: max });
    expect(error?.message).toContain(said);
  });

  it.each(['recordsReadMax', 'recordsVisitedMax'])(
    'names the first of two fields with equal lists: %s',
    async (name) => {
      const limits = { ...defaultLimits, [name]: 89 };
      const lists = ['earthObservations { id }', sameDays];
      for (const [one, other] of [lists, lists.toReversed()]) {
        const error = await refusal(`{ a: field(id: "fld_1") { ${one} } b: field(id: "fld_2") { ${other} } }`, limits);
        expect(error?.message).toContain(`\`${one?.split(/\W/)[0]}\` costs`);
      }
    },
  );

  it.each([
    [`one: field(id: "fld_1") { ${hours} } many: fields(ids: ${idsOf(100)}) { ${days} }`],
    [`many: fields(ids: ${idsOf(100)}) { ${days} } one: field(id: "fld_1") { ${hours} }`],
  ])('names a short list of 100 fields rather than a long list of one field (%#)', async (selections) => {
    const error = await refusal(`{ ${selections} }`, { ...defaultLimits, recordsReadMax: 40_000 });
    expect(error?.message).toMatch(/365 records for each of 100 fields\. It would fit with 85 fields, or 312 days\.$/);
  });

  it('states what to reduce if the most expensive list is below other lists', async () => {
    const nested = `${'observations(limit: 100) { field { '.repeat(5)}name${' } }'.repeat(5)}`;
    const error = await refusal(`{ field(id: "fld_1") { ${nested} } }`);
    expect(error?.extensions.limit).toMatchObject({ name: 'RECORDS_READ_MAX', actual: 1_000_000_000 });
    expect(error?.message).toContain(
      '100 records for each of 100000000 fields. Request fewer records of the lists above it.',
    );
  });

  it('states the limit that fits if the most expensive list is below others, and no more fit', async () => {
    const nested = (limit: number) =>
      `{ field(id: "fld_1") { ${'observations(limit: 100) { field { '.repeat(2)}observationsConnection(first: ${limit}) { nodes { id } }${' } }'.repeat(2)} } }`;
    const limits = { ...defaultLimits, upstreamCallsMax: 1e6 };
    expect((await refusal(nested(100), limits))?.message).toContain(
      '`observationsConnection` costs most: 100 records for each of 10000 fields. It would fit with `first: 4`.',
    );
    const check = costCheck(schema, limits);
    const refusalOf = (limit: number) => refusalBy(() => check(parse(nested(limit)), undefined, {}))?.name;
    expect([4, 5].map(refusalOf)).toEqual([undefined, 'RECORDS_READ_MAX']);
  });

  it('names a timeline below a list with the days that fit, because nobody chooses the number of its fields', async () => {
    const query = `{ field(id: "fld_1") { observations(limit: 100) { field { timeline(${year}) { weather { date } } } } } }`;
    const error = await refusal(query, { ...defaultLimits, recordsReadMax: 30_000 });
    expect(error?.message).toContain('costs most: 365 records for each of 100 fields. It would fit with 299 days.');
    const other = await refusal(query, { ...defaultLimits, recordsVisitedMax: 30_000 });
    expect(other?.message).toContain('costs most: 730 records for each of 100 fields. It would fit with 149 days.');
  });

  it('states no number of fields for a list below the observations of a timeline', async () => {
    const below = 'observations { field { weatherSummary(last: { days: 30 }) { dayCount } } }';
    const query = `{ field(id: "fld_1") { timeline(last: { days: 1 }) { ${below} } } }`;
    const error = await refusal(query, { ...defaultLimits, recordsVisitedMax: 2_000 });
    expect(error?.message).toContain('32 records for each of 100 fields. It would fit with 16 days.');
  });

  it('states what would fit even if the count exceeds its cap', async () => {
    const nested = `${'observations(limit: 100) { field { '.repeat(3)}${hours}${' } }'.repeat(3)}`;
    const limits = { ...defaultLimits, recordsReadMax: 900_000_000 };
    const error = await refusal(`{ field(id: "fld_1") { ${nested} } }`, limits);
    expect(error?.message).toContain('8760 records for each of 1000000 fields. It would fit with 37 days.');
  });

  it.each([
    ['recordsReadMax', 6_000, 'weather { date } observations { id } earthObservations { id }', '648', 9, 333],
    ['recordsReadMax', 3_000, 'weather { date }', '365', 8, 300],
    ['recordsReadMax', 999, 'earthObservations { id }', '183', 5, 198],
    ['recordsVisitedMax', 9_999, 'a: weather { date } b: weather { kind } observations { id }', '1460', 6, 249],
  ])(
    'names a timeline and the fields or days that fit, and no more fit (%#)',
    async (name, max, lists, shown, fields, days) => {
      const limits = { ...defaultLimits, upstreamCallsMax: 1e6, [name]: max };
      const timelines = (fieldCount: number, dayCount: number, at = '') => {
        const to = new Date(Date.parse('2025-06-01') + dayCount * 86_400_000).toISOString().slice(0, 10);
        return `{ fields(ids: ${idsOf(fieldCount)}) { timeline(from: "2025-06-01${at}", to: "${to}${at}") { date ${lists} } } }`;
      };
      const errorOf = async (query: string) => (await post(gatewayOver(undefined, { now, limits }), query)).errors?.[0];
      const fits = `It would fit with ${fields} fields, or ${days} days.`;
      const error = await errorOf(timelines(10, 365));
      expect(error?.message).toContain(`\`timeline\` costs most: ${shown} records for each of 10 fields. ${fits}`);
      expect(error?.extensions).toMatchObject({ coordinate: 'Field.timeline', limit: { max } });
      expect(await errorOf(timelines(fields, 365))).toBeUndefined();
      expect((await errorOf(timelines(fields + 1, 365)))?.extensions.limit).toMatchObject({ max });
      expect(await errorOf(timelines(10, days))).toBeUndefined();
      expect((await errorOf(timelines(10, days + 1)))?.extensions.limit).toMatchObject({ max });
      // From noon to noon is a day more.
      expect((await errorOf(timelines(10, 365, 'T12:00:00Z')))?.message).toContain(`or ${days - 1} days.`);
    },
  );

  it('names a timeline that resolves too much, and the fields or days that fit', async () => {
    const timelines = (fields: number, to: string) =>
      `{ fields(ids: ${idsOf(fields)}) { timeline(from: "2025-06-01", to: "${to}") { date weather { date } observations { id } earthObservations { id } } } }`;
    const limits = { ...defaultLimits, recordsVisitedMax: 1e6 };
    const error = await refusal(timelines(60, '2026-06-01'), limits);
    expect(error?.extensions).toMatchObject({ coordinate: 'Field.timeline', limit: { name: 'RESOLVED_MAX' } });
    const fits = '`timeline` costs most: 1095 for each of 60 fields. It would fit with 44 fields, or 271 days.';
    expect(error?.message).toContain(fits);
    const check = costCheck(schema, limits);
    const refusalOf = (query: string) => refusalBy(() => check(parse(query), undefined, {}))?.name;
    expect([timelines(44, '2026-06-01'), timelines(60, '2026-02-27')].map(refusalOf)).toEqual([undefined, undefined]);
    const more = [timelines(45, '2026-06-01'), timelines(60, '2026-02-28')];
    expect(more.map(refusalOf)).toEqual(['RESOLVED_MAX', 'RESOLVED_MAX']);
    const below = 'observations(limit: 50) { field { latestWeather { date } latestObservation { text } } }';
    const other = await refusal(`{ fields(ids: ${idsOf(60)}) { ${below} timeline { weather { date } } } }`, limits);
    expect(other?.message).toContain('(RESOLVED_MAX). Select fewer lists below lists.');
  });

  it.each([
    ['recordsReadMax', 700, 'weather', '720 records. It would fit with 13 days.'],
    ['recordsVisitedMax', 1_100, 'timeline', '730 records. It would fit with 190 days.'],
  ])('names the list that is most of %s, rather than the other one', async (limit, max, list, said) => {
    const query = `{ field(id: "fld_1") { timeline(${year}) { date weather { date } } weather(from: "2025-06-01", to: "2025-07-01", granularity: HOURLY) { date } } }`;
    const limits = { ...defaultLimits, [limit]: max };
    expect((await refusal(query, limits))?.message).toContain(`\`${list}\` costs most: ${said}`);
  });

  it.each([
    ['recordsReadMax', 14, 'weather { date }'],
    ['recordsVisitedMax', 28, 'a: weather { date } b: weather { kind }'],
  ])('does not come for exactly as many records as %s allows', async (limit, max, selections) => {
    const gateway = gatewayOver(undefined, { now, limits: { ...defaultLimits, [limit]: max } });
    expect((await post(gateway, `{ field(id: "fld_1") { ${selections} } }`)).errors).toBeUndefined();
  });

  it('states an alternative that is accepted', async () => {
    const fits = `{ fields(ids: ${idsOf(6)}) { weather(${year}, granularity: HOURLY) { date } } }`;
    expect((await post(gatewayOver(undefined, { now }), fits)).errors).toBeUndefined();
  });
});

describe('records that arrive', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) => {
      const startsAt = new Date(Date.UTC(2023, 11, 1 + day)).toISOString();
      const endsAt = new Date(Date.UTC(2023, 11, 2 + day)).toISOString();
      return weatherDay('fld_1', { starts_at: startsAt, ends_at: endsAt, date: startsAt.slice(0, 10) });
    });

  it('are counted again, so that a service that ignores limits cannot exceed RECORDS_READ_MAX', async () => {
    const reply = ({ query }: { query: Record<string, string> }) => ({
      body: { data: days(900).map((day) => ({ ...day, field_id: query.field_id })), meta: meta(query.field_id ?? '') },
    });
    const gateway = gatewayOver(reply, { now, limits: { ...defaultLimits, recordsReadMax: 1_000 } });
    const { data, errors } = await post(
      gateway,
      '{ a: field(id: "fld_1") { latestWeather { date } } b: field(id: "fld_2") { latestWeather { date } } }',
    );
    expect(data.a.latestWeather).not.toBeNull();
    expect(data.b.latestWeather).toBeNull();
    expect(errors?.[0]).toMatchObject({
      path: ['b', 'latestWeather'],
      extensions: { code: 'OPERATION_TOO_COMPLEX', limit: { name: 'RECORDS_READ_MAX', max: 1_000 } },
    });
  });

  it.each([
    [2, 20_000],
    [300, 600],
  ])('are counted exactly even if the first records of a list are long: %d of %d bytes', async (longer, bytes) => {
    const list = days(900).map((day, index) => (index < longer ? { ...day, note: 'x'.repeat(bytes) } : day));
    const reply = () => ({ body: { data: list, meta: meta('fld_1') } });
    const gateway = gatewayOver(reply, { now, limits: { ...defaultLimits, recordsReadMax: 800 } });
    const { errors } = await post(gateway, '{ field(id: "fld_1") { latestWeather { date } } }');
    expect(errors?.[0]?.extensions.limit).toEqual({ name: 'RECORDS_READ_MAX', max: 800, actual: 900 });
  });

  it('are counted exactly before a refusal, also if the first records of a list are shorter', async () => {
    const list = days(900).map((day, index) => (index < 100 ? day : { ...day, note: 'x'.repeat(600) }));
    const reply = () => ({ body: { data: list, meta: meta('fld_1') } });
    const gateway = gatewayOver(reply, { now, limits: { ...defaultLimits, recordsReadMax: 950 } });
    const { data, errors } = await post(gateway, '{ field(id: "fld_1") { latestWeather { date } } }');
    expect(errors).toBeUndefined();
    expect(data.field.latestWeather).not.toBeNull();
  });

  it('of earlier lists still count after they were counted exactly', async () => {
    const list = days(900).map((day, index) => (index < 100 ? day : { ...day, note: 'x'.repeat(600) }));
    const reply = ({ query: { field_id = '' } }: { query: Record<string, string> }) => ({
      body: { data: list.map((day) => ({ ...day, field_id })), meta: meta(field_id) },
    });
    const gateway = gatewayOver(reply, { now, limits: { ...defaultLimits, recordsReadMax: 1_000 } });
    const { errors } = await post(gateway, '{ fields(ids: ["fld_1", "fld_2"]) { latestWeather { date } } }');
    expect(errors?.map(({ extensions }) => extensions.limit)).toEqual([
      { name: 'RECORDS_READ_MAX', max: 1_000, actual: 1_800 },
    ]);
  });
});
