/** Responses of Open-Meteo, as in its documentation: units are mapped, nulls stay null, and sums of the preceding hour are shifted. */
import { expect, test } from 'vitest';
import { startImport } from '../support/import.ts';

const answer = {
  latitude: 52.52,
  longitude: 13.419998,
  generationtime_ms: 0.12,
  utc_offset_seconds: 7200,
  timezone: 'Europe/Berlin',
  timezone_abbreviation: 'CEST',
  elevation: 38,
  hourly_units: {
    time: 'iso8601',
    temperature_2m: '°F',
    precipitation: 'inch',
    wind_speed_10m: 'mp/h',
    shortwave_radiation: 'W/m²',
    soil_temperature_0_to_7cm: '°C',
    soil_moisture_0_to_7cm: 'm³/m³',
    weather_code: 'wmo code',
    rain: 'mm',
  },
  hourly: {
    time: ['2026-05-01T00:00', '2026-05-01T01:00', '2026-05-01T02:00'],
    temperature_2m: [50, null, 32],
    precipitation: [9, 0.1, null],
    wind_speed_10m: [10, 10, 10],
    shortwave_radiation: [0, 500, 123],
    soil_temperature_0_to_7cm: [8, 8, null],
    soil_moisture_0_to_7cm: [0.3, 0.31, 0.32],
    weather_code: [61, 3, 1000],
    rain: [1, 2, 3],
  },
  daily_units: { time: 'iso8601', temperature_2m_max: '°C', et0_fao_evapotranspiration: 'mm' },
  daily: {
    time: ['2026-03-29', '2026-03-30'],
    temperature_2m_max: [15, null],
    et0_fao_evapotranspiration: [2.5, null],
  },
};

test('hours and days are imported as records in the units of the service', async () => {
  const { load, records } = await startImport();
  const result = await load('berlin.json', JSON.stringify(answer), { fieldId: 'fld_berlin' });
  expect(result).toMatchObject({ added: 4, refused: 0, errors: [] });
  const all = await records('weather');
  const hourly = all.filter(({ granularity }) => granularity === 'hourly');
  expect(hourly).toMatchObject([
    {
      starts_at: '2026-04-30T22:00:00Z',
      ends_at: '2026-04-30T23:00:00Z',
      temperature_mean: { value: 10, unit: 'celsius' },
      // The sum at a time is that of the preceding hour: rain from 00:00 to 01:00 is reported at 01:00.
      precipitation: { value: 2.54, unit: 'millimetre' },
      solar_radiation: { value: 1.8, unit: 'megajoule_per_square_metre' },
      wind_speed: { value: 4.4704, unit: 'metre_per_second' },
      soil: [
        {
          depth_from: { value: 0, unit: 'millimetre' },
          depth_to: { value: 70, unit: 'millimetre' },
          moisture: { value: 0.3, unit: 'cubic_metre_per_cubic_metre' },
          temperature: { value: 8, unit: 'celsius' },
        },
      ],
      condition: 'rain',
      source: { name: 'Open-Meteo', provenance: 'derived' },
    },
    { temperature_mean: null, precipitation: null, solar_radiation: { value: 0.4428 }, condition: 'cloudy' },
    { temperature_mean: { value: 0 }, precipitation: null, solar_radiation: null, condition: 'unknown' },
  ]);
  expect(all.filter(({ granularity }) => granularity === 'daily')).toMatchObject([
    {
      // The day on which clocks go forward has 23 hours.
      date: '2026-03-29',
      starts_at: '2026-03-28T23:00:00Z',
      ends_at: '2026-03-29T22:00:00Z',
      temperature_max: { value: 15, unit: 'celsius' },
      et0: { value: 2.5, unit: 'millimetre' },
      et0_method: 'fao56_penman_monteith',
    },
  ]);
});

test('a row without any value creates no record, and soil layers are distinguished by both depths', async () => {
  const { load, records } = await startImport();
  const names = ['soil_moisture_0_to_1cm', 'soil_moisture_0_to_10cm', 'soil_temperature_0_to_10cm'];
  const file = {
    utc_offset_seconds: 0,
    hourly_units: Object.fromEntries([...names.map((name) => [name, 'm³/m³']), [names[2], '°C']]),
    hourly: {
      time: ['2026-05-01T00:00', '2026-05-01T01:00'],
      weather_code: [null, null],
      [names[0] as string]: [0.1, null],
      [names[1] as string]: [0.3, null],
      [names[2] as string]: [9, null],
    },
  };
  expect(await load('soil.json', JSON.stringify(file), { fieldId: 'fld_berlin' })).toMatchObject({
    added: 1,
    empty: 1,
  });
  const [{ soil }] = await records('weather');
  expect(soil).toMatchObject([
    { depth_to: { value: 10 }, moisture: { value: 0.1 }, temperature: null },
    { depth_to: { value: 100 }, moisture: { value: 0.3 }, temperature: { value: 9 } },
  ]);
});

test('a variable that the model lacks is null, and the other variables are imported', async () => {
  const { load, records } = await startImport();
  const hourly = { ...answer.hourly, dew_point_2m: [null, null, null], soil_moisture_7_to_28cm: [null, null, null] };
  const hourly_units = { ...answer.hourly_units, dew_point_2m: 'undefined', soil_moisture_7_to_28cm: 'undefined' };
  const file = JSON.stringify({ ...answer, hourly, hourly_units });
  expect(await load('berlin.json', file, { fieldId: 'fld_berlin' })).toMatchObject({ added: 4, refused: 0 });
  const [, hour] = await records('weather');
  expect(hour).toMatchObject({ temperature_mean: { value: 10 }, dew_point: null, soil: [{ depth_to: { value: 70 } }] });
});

test('times in seconds are read as instants', async () => {
  const { load, records } = await startImport();
  const hourly = { time: [1777586400], temperature_2m: [10] };
  const file = JSON.stringify({
    utc_offset_seconds: 7200,
    hourly_units: { time: 'unixtime', temperature_2m: '°C' },
    hourly,
  });
  await load('berlin.json', file, { fieldId: 'fld_berlin' });
  expect(await records('weather')).toMatchObject([{ starts_at: '2026-04-30T22:00:00Z' }]);
});

test.each([
  [3_600, 1_751_324_400, '2025-07-01', '2025-06-30T22:00:00Z', '2025-07-01T22:00:00Z'],
  [7_200, 1_761_429_600, '2025-10-26', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'],
])(
  'a day in seconds at the offset %i is the local day, also when local clocks have another offset',
  async (utc_offset_seconds, time, date, starts_at, ends_at) => {
    const { load, records } = await startImport();
    const daily = (seconds: number) =>
      JSON.stringify({
        ...{ utc_offset_seconds, timezone: 'Europe/Berlin' },
        daily_units: { time: 'unixtime', temperature_2m_max: '°C' },
        daily: { time: [seconds], temperature_2m_max: [20] },
      });
    expect((await load('day.json', daily(time), { fieldId: 'fld_berlin' })).errors).toEqual([]);
    expect(await records('weather')).toMatchObject([{ date, starts_at, ends_at }]);
    for (const other of [time + 0.5, time + 3_600])
      expect(await load('other.json', daily(other), { fieldId: 'fld_berlin' })).toMatchObject({ added: 0, refused: 1 });
  },
);

test('a file is a forecast only by the option of the operator, and a later run replaces an earlier one', async () => {
  const { load, records } = await startImport();
  const run = (temperature: number) =>
    JSON.stringify({
      timezone: 'Europe/Berlin',
      daily_units: { temperature_2m_max: '°C' },
      daily: { time: ['2026-05-06'], temperature_2m_max: [temperature] },
    });
  const forecast = (hour: string) => ({
    fieldId: 'fld_berlin',
    kind: 'forecast' as const,
    issuedAt: `2026-05-04T${hour}:00:00Z`,
  });
  expect((await load('a.json', run(20), { fieldId: 'fld_berlin' })).errors).toEqual([
    'daily[0]: an observed record lies in the future: is it a forecast?',
  ]);
  expect(await load('a.json', run(20), forecast('06'))).toMatchObject({ added: 1 });
  expect(await load('b.json', run(22), forecast('12'))).toMatchObject({ added: 0, replaced: 1 });
  expect(await load('c.json', run(19), forecast('00'))).toMatchObject({ added: 0, replaced: 0, unchanged: 1 });
  expect(await records('weather')).toMatchObject([
    {
      kind: 'forecast',
      temperature_max: { value: 22 },
      issued_at: '2026-05-04T12:00:00Z',
      source: { provenance: 'simulated' },
    },
  ]);
});

test('an observed record has no time of issue, so a correction replaces it', async () => {
  const { load, records, store } = await startImport();
  const day = (celsius: number) => `date,temperature_max[celsius]\n2026-05-01,${celsius}\n`;
  const options = { fieldId: 'fld_berlin' };
  await load('a.csv', day(20), { ...options, issuedAt: '2026-05-02T06:00:00Z' });
  expect(await load('b.csv', day(25), options)).toMatchObject({ replaced: 1, unchanged: 0 });
  expect(await records('weather')).toMatchObject([{ temperature_max: { value: 25 }, issued_at: null }]);
  // Version 1.0.0 stored such a time.
  const startsAt = Date.parse('2026-05-01T22:00:00Z');
  const stored = { granularity: 'daily', kind: 'observed', startsAt, endsAt: startsAt + 86_400_000 } as const;
  const row = { ...stored, fieldId: 'fld_berlin', issuedAt: startsAt, record: '{}' };
  await store.writeBatch([{ resource: 'weather', row }]);
  const next = day(26).replace('05-01', '05-02');
  expect(await load('c.csv', next, options)).toMatchObject({ replaced: 1 });
});

const batchOfHours = {
  time: Array.from({ length: 2_000 }, (_, hour) => 1_577_836_800 + hour * 3_600),
  temperature_2m: Array(2_000).fill(50),
};

test.each([
  ['no field', {}, answer, 'give --field'],
  [
    'an unknown unit',
    { fieldId: 'fld_berlin' },
    { ...answer, hourly_units: { ...answer.hourly_units, temperature_2m: '°R' } },
    'hourly.temperature_2m has the unknown unit "°R"',
  ],
  [
    'a column that is too short',
    { fieldId: 'fld_berlin' },
    { ...answer, hourly: { ...answer.hourly, temperature_2m: [1] } },
    'hourly.temperature_2m is not as long as its time',
  ],
  [
    'an unknown unit of the days after a batch of good hours',
    { fieldId: 'fld_berlin' },
    { ...answer, hourly: batchOfHours, daily_units: { ...answer.daily_units, temperature_2m_max: '°R' } },
    'daily.temperature_2m_max has the unknown unit "°R"',
  ],
  [
    'a time every three hours, as of temporal_resolution=hourly_3',
    { fieldId: 'fld_berlin' },
    { ...answer, hourly: { ...answer.hourly, time: ['2026-05-01T00:00', '2026-05-01T03:00', '2026-05-01T06:00'] } },
    'hourly.time is not one hour apart: request it without temporal_resolution.',
  ],
  [
    'a time every quarter of an hour in seconds',
    { fieldId: 'fld_berlin' },
    { ...answer, hourly: { ...batchOfHours, time: batchOfHours.time.map((_, at) => 1_577_836_800 + at * 900) } },
    'hourly.time is not one hour apart: request it without temporal_resolution.',
  ],
  [
    'local times but no utc_offset_seconds',
    { fieldId: 'fld_berlin' },
    { ...answer, utc_offset_seconds: undefined },
    'utc_offset_seconds is missing: its times state no offset of their own.',
  ],
  [
    'local times but no utc_offset_seconds after a missing time',
    { fieldId: 'fld_berlin' },
    { ...answer, utc_offset_seconds: undefined, hourly: { time: [null, '2026-01-01T01:00'] } },
    'utc_offset_seconds is missing: its times state no offset of their own.',
  ],
])('a file with %s is refused', async (_, options, document, reason) => {
  const { load, records } = await startImport();
  await expect(load('berlin.json', JSON.stringify(document), options)).rejects.toThrow(reason);
  expect(await records('weather')).toEqual([]);
});

test('a day of another timezone is refused with the timezone to request', async () => {
  const { load } = await startImport();
  const file = JSON.stringify({
    timezone: 'GMT',
    utc_offset_seconds: 0,
    daily_units: { temperature_2m_max: '°C' },
    daily: { time: ['2026-05-01'], temperature_2m_max: [20] },
  });
  expect((await load('gmt.json', file, { fieldId: 'fld_berlin' })).errors).toEqual([
    "daily[0]: the day is one of another timezone than the field's: ask Open-Meteo for timezone=Europe/Berlin",
  ]);
});

test('a day or hour that has not ended is refused as observed and accepted as forecast', async () => {
  const { load, records } = await startImport();
  const file = JSON.stringify({
    timezone: 'Europe/Berlin',
    utc_offset_seconds: 7200,
    hourly_units: { temperature_2m: '°C' },
    hourly: { time: ['2026-05-04T20:00', '2026-05-04T21:00', '2026-05-04T22:00'], temperature_2m: [9, 8, 7] },
    daily_units: { temperature_2m_max: '°C' },
    daily: { time: ['2026-05-03', '2026-05-04', '2026-05-05'], temperature_2m_max: [18, 19, 20] },
  });
  const now = () => new Date('2026-05-04T19:30:00Z');
  const observed = await load('observed.json', file, { fieldId: 'fld_berlin', now });
  const reason = 'has not ended: request only earlier ones, or import it with --kind forecast';
  expect(observed.errors).toEqual([
    `hourly[1]: the hour ${reason}`,
    'hourly[2]: an observed record lies in the future: is it a forecast?',
    `daily[1]: the day ${reason}`,
    'daily[2]: an observed record lies in the future: is it a forecast?',
  ]);
  expect((await records('weather')).map(({ starts_at }) => starts_at)).toEqual([
    '2026-05-02T22:00:00Z',
    '2026-05-04T18:00:00Z',
  ]);
  expect(await load('forecast.json', file, { fieldId: 'fld_berlin', kind: 'forecast', now })).toMatchObject({
    added: 6,
  });
  // The file of a station may contain the current day so far.
  const csv = 'date,precipitation[mm]\n2026-05-04,3\n';
  expect(await load('station.csv', csv, { fieldId: 'fld_berlin', now })).toMatchObject({ added: 1 });
});

test('times after the last day that can be written refuse only their rows', async () => {
  const { load } = await startImport();
  const days = { timezone: 'Europe/Berlin', daily_units: { temperature_2m_max: '°C' } };
  const documents = [
    { ...days, daily: { time: ['2026-05-01', '9999-12-31'], temperature_2m_max: [20, 20] } },
    { ...days, daily: { time: [1_777_680_000, 8_800_000_000_000], temperature_2m_max: [20, 20] } },
  ];
  for (const [at, document] of documents.entries()) {
    const { added, errors } = await load(`${at}.json`, JSON.stringify(document), { fieldId: 'fld_berlin' });
    expect([added, errors]).toEqual([1, [expect.stringMatching(/\[1\]: (?:"9999-12-31"|8800000000000) is no time$/)]]);
  }
});
