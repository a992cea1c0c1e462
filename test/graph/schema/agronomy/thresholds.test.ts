/** Default thresholds: the published ones, whatever unit is requested. */
import { describe, expect, it } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { note, recordedService } from '../../../support/recorded-service.ts';
import { zonedHours } from '../../../support/hourly-records.ts';
import { wholeReply, zonedDays } from '../../../support/zoned-weather.ts';

const LeftOut = graphql(`
  query ThresholdsLeftOut($unit: TemperatureUnit!, $length: LengthUnit!) {
    field(id: "fld_a") {
      growingDegreeDays(from: "2026-05-01", to: "2026-05-08", unit: $unit) { total { unit base { value } upper { value } } }
      weatherSummary(from: "2026-05-01", to: "2026-05-08", unit: $unit) { growingDegreeDays(unit: CELSIUS_DAY) { value base { value } upper { value } } }
      weatherSummaries(by: MONTH, from: "2026-05-01", to: "2026-05-08", unit: $unit) { growingDegreeDays { base { value } upper { value } } }
      precipitationSpells(from: "2026-05-01", to: "2026-05-08", unit: $length) { kind firstDate dayCount }
      temperatureHours(from: "2026-05-01", to: "2026-05-02", unit: $unit) { frostHours heatHours }
    }
  }
`);

const Half = graphql(`
  query HalfOfTheThresholds {
    field(id: "fld_a") {
      growingDegreeDays(from: "2026-05-01", to: "2026-05-08", base: 40, upper: null, unit: FAHRENHEIT) { total { base { value } upper { value } } }
    }
  }
`);

const celsius = (value: number) => ({ value, unit: 'celsius' }) as const;
const records = [
  ...zonedDays('UTC', '2026-05-01', 7, (day) => ({
    temperature_min: celsius(5 + day),
    temperature_max: celsius(27 + day),
    precipitation: { value: day < 3 ? 1 : 0.99, unit: 'millimetre' },
  })),
  ...zonedHours('UTC', '2026-05-01', 1, (hour) => ({ temperature_mean: celsius([-1, 0, 15, 30, 31][hour % 5] ?? 0) })),
];
const { answer } = gatewayOver(wholeReply(records, 'UTC'), { now: () => new Date('2026-06-01T00:00:00Z') });

it.each([
  ['CELSIUS', 'MILLIMETRE', 10, 30],
  ['FAHRENHEIT', 'INCH', 50, 86],
  ['KELVIN', 'METRE', 283.15, 303.15],
] as const)('default thresholds in %s and %s are the published ones', async (unit, length, base, upper) => {
  const { data, errors } = await execute(answer, LeftOut, { unit, length });
  expect(errors).toBeUndefined();
  const { growingDegreeDays, weatherSummary, weatherSummaries, precipitationSpells, temperatureHours } =
    data?.field ?? {};
  const thresholds = { base: { value: base }, upper: { value: upper } };
  expect(growingDegreeDays?.total).toMatchObject(thresholds);
  expect(weatherSummary?.growingDegreeDays).toMatchObject({ value: 67.5, ...thresholds });
  expect(weatherSummaries?.[0]?.growingDegreeDays).toMatchObject(thresholds);
  expect(precipitationSpells).toEqual([
    { kind: 'WET', firstDate: '2026-05-01', dayCount: 3 },
    { kind: 'DRY', firstDate: '2026-05-04', dayCount: 4 },
  ]);
  expect(temperatureHours).toEqual({ frostHours: 5, heatHours: 4 });
});

it('each threshold has its own default, and null means the default', async () => {
  const { data } = await execute(answer, Half);
  expect(data?.field?.growingDegreeDays?.total).toEqual({ base: { value: 40 }, upper: { value: 86 } });
});

const OfCrop = graphql(`
  query ThresholdsOfTheCrop($base: Float, $upper: Float) {
    field(id: "fld_a") {
      growingDegreeDays(from: "2026-05-01", to: "2026-05-08", base: $base, upper: $upper) {
        total { base { value } upper { value } thresholdSource }
      }
      weatherSummary(from: "2026-05-01", to: "2026-05-08", base: $base, upper: $upper) {
        growingDegreeDays { base { value } upper { value } thresholdSource }
      }
    }
  }
`);

describe('over a service that states the crop', () => {
  const over = (eppo_code: unknown) =>
    gatewayOver(
      (call) => {
        const { body } = wholeReply(records, 'UTC')(call) as { body: { meta: object } };
        return { body: { ...body, meta: { ...body.meta, field: { crop: { name: 'x', eppo_code } } } } };
      },
      { now: () => new Date('2026-06-01T00:00:00Z') },
    );

  it.each([
    ['TRZAW', 0, 30, 'wheat: McMaster & Wilhelm 1997; cap of maize: McMaster & Wilhelm 1997'],
    ['HORVS', 0, 30, 'barley: NDAWN; cap of maize: McMaster & Wilhelm 1997'],
    ['GLXMA', 10, 30, 'soybean: NMSU'],
    ['BEAVA', 10, 30, 'sugar beet: HPRCC'],
    ['ZEAMX', 10, 30, 'maize: McMaster & Wilhelm 1997'],
    ['SOLTU', 10, 30, 'maize: McMaster & Wilhelm 1997'],
    [null, 10, 30, 'maize: McMaster & Wilhelm 1997'],
    [['ZEAMX'], 10, 30, 'maize: McMaster & Wilhelm 1997'],
  ])(
    'default thresholds are those published for %s, with their source stated, in one call',
    async (code, base, upper, thresholdSource) => {
      const { answer: send, calls } = over(code);
      const { data } = await execute(send, OfCrop);
      const thresholds = { base: { value: base }, upper: { value: upper }, thresholdSource };
      expect(data?.field?.growingDegreeDays?.total).toEqual(thresholds);
      expect(data?.field?.weatherSummary?.growingDegreeDays).toEqual(thresholds);
      expect(calls).toHaveLength(1);
    },
  );

  it.each([
    ['TRZAW', { base: 4 }, 'cap of maize: McMaster & Wilhelm 1997'],
    ['TRZAW', { upper: 20 }, 'wheat: McMaster & Wilhelm 1997'],
    ['HORVS', { upper: 20 }, 'barley: NDAWN'],
    ['GLXMA', { base: 4 }, 'soybean: NMSU'],
  ])('the source of %s with %o is that of the other threshold', async (code, variables, thresholdSource) => {
    const { data } = await execute(over(code).answer, OfCrop, variables);
    expect(data?.field?.growingDegreeDays?.total).toMatchObject({ thresholdSource });
    expect(data?.field?.weatherSummary?.growingDegreeDays).toMatchObject({ thresholdSource });
  });

  it('thresholds of the request take precedence, and invalid ones are refused before any call', async () => {
    const { answer: send, calls } = over('TRZAW');
    const { data } = await execute(send, OfCrop, { base: 4, upper: 20 });
    const expected = { base: { value: 4 }, upper: { value: 20 }, thresholdSource: null };
    expect(data?.field?.growingDegreeDays?.total).toEqual(expected);
    const sent = calls.length;
    const { errors } = await execute(send, OfCrop, { base: 20, upper: 4 });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      faults: [{ path: ['base'], code: 'NOT_ALLOWED' }],
    });
    expect(calls).toHaveLength(sent);
    const { errors: onlyUpper } = await execute(send, OfCrop, { upper: -5 });
    expect(onlyUpper?.[0]?.extensions).toMatchObject({ faults: [{ path: ['upper'], code: 'NOT_ALLOWED' }] });
    expect(onlyUpper?.[0]?.message).toMatch(
      /^upper \(-5\) must be above base, which is 0 by default: send base as well/,
    );
    const { errors: onlyBase } = await execute(send, OfCrop, { base: 50 });
    expect(onlyBase?.[0]?.message).toMatch(/^base \(50\) must be below upper, which is [\d.]+ by default: send upper/);
    // Here the default is not the cause of the error.
    const { errors: tooHigh } = await execute(send, OfCrop, { upper: 2000 });
    expect(tooHigh?.[0]?.message).toBe('base must be below upper, both from -1000 to 1000.');
  });
});

const WithNotes = graphql(`
  query ThresholdsAndNotes {
    field(id: "fld_a") {
      name
      growingDegreeDays(from: "2026-05-01", to: "2026-05-08") { total { base { value } } }
      observations(limit: 1) { id }
    }
  }
`);

it.each([
  ['weather', 'nothing', undefined],
  ['observations', 'nothing', undefined],
  ['weather', 'only the name', { name: 'North meadow' }],
  ['observations', 'only the name', { name: 'North meadow' }],
])(
  'default thresholds follow a crop that only observations state, if %s arrives first and weather states %s',
  async (first, _, field) => {
    const arrived = Promise.withResolvers<void>();
    const service = recordedService((call) => {
      if (call.path.endsWith('/weather')) {
        const { body } = wholeReply(records, 'UTC')(call);
        return { body: { ...body, meta: { ...body.meta, field } } };
      }
      const page = { limit: 1, has_more: false, next_cursor: null };
      const meta = { field_id: 'fld_a', timezone: 'UTC', field: { crop: { name: 'wheat', eppo_code: 'TRZAW' } } };
      return { body: { data: [note('fld_a', 'obs_1')], meta, page } };
    });
    const { answer } = gatewayOver(undefined, {
      now: () => new Date('2026-06-01T00:00:00Z'),
      async fetch(request) {
        const isFirst = request.url.includes(first);
        if (!isFirst) await arrived.promise;
        const response = await service.fetch(request);
        // Several turns of the event loop later, the graph has read the first reply.
        const arrive = (turns: number): unknown =>
          setImmediate(() => (turns > 0 ? arrive(turns - 1) : arrived.resolve()));
        if (isFirst) arrive(9);
        return response;
      },
    });
    const { data, errors } = await execute(answer, WithNotes);
    expect(errors).toBeUndefined();
    expect(data?.field?.growingDegreeDays?.total).toEqual({ base: { value: 0 } });
    expect(data?.field?.name).toBe(field?.name ?? null);
    expect(service.calls).toHaveLength(2);
  },
);
