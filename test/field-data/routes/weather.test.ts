/** GET /api/v1/weather, one block per status. */
import { describe, expect, test } from 'vitest';
import { createKey, hashKey, scopes } from '../../../src/field-data/records/keys.ts';
import type { ImportRow } from '../../../src/field-data/store/rows.ts';
import type { Field, Store } from '../../../src/field-data/store/store.ts';
import { StoreError } from '../../../src/field-data/store/store-error.ts';
import { dayMs, formatInstant, hourMs } from '../../../src/platform/time/instant.ts';
import {
  createCall,
  createServiceOver,
  sharedService,
  startOverShared,
  startService,
  startServiceOver,
  type WeatherRecord,
} from '../support/service.ts';
import { isPostgres, nowhere } from '../support/stores.ts';

const path = '/api/v1/weather';
const seattle = `${path}?field_id=fld_demo_01`;

const startsOf = (data: WeatherRecord[]) => data.map(({ starts_at }) => starts_at);

describe('200', () => {
  test('the default window is seven days back and seven days forward from local midnight, ascending', async () => {
    const { call } = await sharedService();
    const { status, body } = await call(seattle);
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      field_id: 'fld_demo_01',
      timezone: 'America/Los_Angeles',
      from: '2026-04-27T07:00:00Z',
      to: '2026-05-11T07:00:00Z',
      field: {
        name: 'North Meadow',
        crop: { name: 'winter wheat', eppo_code: 'TRZAW' },
        location: { type: 'Point', coordinates: [-122.23947, 47.45743] },
        area: { value: 17.4, unit: 'hectare' },
      },
    });
    expect(body.data.map(({ date }: WeatherRecord) => date)).toEqual([
      ...['2026-04-27', '2026-04-28', '2026-04-29', '2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03'],
      ...['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08', '2026-05-09', '2026-05-10'],
    ]);
    expect(body.data.map(({ kind }: WeatherRecord) => kind)).toEqual([
      ...Array(7).fill('observed'),
      ...Array(7).fill('forecast'),
    ]);
  });

  test('a past day replays the same day of one of the four recorded years and states which', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&from=2026-04-27&to=2026-04-28`);
    // Seattle,2014-04-27,6.1,13.9,6.1,4.6 is line 849 of the NOAA file.
    expect(body.data[0]).toMatchObject({
      temperature_min: { unit: 'celsius' },
      precipitation: { unit: 'millimetre' },
      wind_speed: { unit: 'metre_per_second' },
      relative_humidity: null,
      soil: [],
      source: { name: 'NOAA daily summaries', station: 'Seattle', provenance: 'replayed', recorded_on: '2014-04-27' },
    });
  });

  test('29 February replays a recorded 29 February', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&from=2024-02-29&to=2024-03-01`);
    expect(body.data[0].source).toMatchObject({ provenance: 'replayed', recorded_on: '2012-02-29' });
  });

  test('a recorded day has the provenance measured', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&from=2012-01-01&to=2012-01-02`);
    expect(body.data[0]).toMatchObject({
      temperature_max: { value: 12.8, unit: 'celsius' },
      temperature_min: { value: 5, unit: 'celsius' },
      wind_speed: { value: 4.7, unit: 'metre_per_second' },
      condition: 'drizzle',
      source: { provenance: 'measured' },
    });
  });

  test('a forecast has the provenance simulated and a time of issue', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&kind=forecast`);
    expect(body.data).toHaveLength(7);
    for (const record of body.data as WeatherRecord[]) {
      expect(record.source.provenance).toBe('simulated');
      expect(record.issued_at).toBe('2026-05-04T07:00:00Z');
    }
  });

  test('forecasts cover sixteen days, and later days have no records', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&from=2026-05-04&to=2026-12-31`);
    expect(body.data).toHaveLength(16);
  });

  test('kind=observed returns only observed records', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&kind=observed`);
    expect(body.data).toHaveLength(7);
  });

  test('desc reverses asc, and limit applies after ordering', async () => {
    const { call } = await sharedService();
    const ascending = (await call(seattle)).body.data;
    const descending = (await call(`${seattle}&order=desc`)).body.data;
    expect(descending).toEqual(ascending.toReversed());
    expect((await call(`${seattle}&order=desc&limit=3`)).body.data).toEqual(descending.slice(0, 3));
  });

  test('from is inclusive and to is exclusive', async () => {
    const { call } = await sharedService();
    const within = `${seattle}&from=2026-04-28T07:00:00Z&to=2026-04-29T07:00:00Z`;
    expect(startsOf((await call(within)).body.data)).toEqual(['2026-04-28T07:00:00Z']);
  });

  test('a bare date is midnight in the timezone of the field', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${path}?field_id=fld_demo_02&from=2026-04-28&to=2026-04-29`);
    expect(body.meta).toMatchObject({ timezone: 'America/New_York', from: '2026-04-28T04:00:00Z' });
    expect(body.data).toHaveLength(1);
  });

  test('a day on which clocks change has 23 or 25 hours, each an hour long', async () => {
    const { call } = await sharedService();
    for (const [day, next, hours] of [
      ['2026-03-08', '2026-03-09', 23],
      ['2025-11-02', '2025-11-03', 25],
    ]) {
      const { body } = await call(`${seattle}&granularity=hourly&from=${day}&to=${next}`);
      expect(body.data).toHaveLength(hours as number);
      expect(new Set(startsOf(body.data)).size).toBe(hours);
    }
  });

  test('hourly temperatures stay within the real minimum and maximum of the day, reach both, and are listed as derived', async () => {
    const { call } = await sharedService();
    const window = 'from=2026-04-28&to=2026-04-29';
    const [day] = (await call(`${seattle}&${window}`)).body.data as WeatherRecord[];
    const hours = (await call(`${seattle}&granularity=hourly&${window}`)).body.data as WeatherRecord[];
    const means = hours.slice(6, 16).map((hour) => hour.temperature_mean?.value ?? Number.NaN);
    expect(Math.min(...hours.slice(6).map((hour) => hour.temperature_min?.value ?? Number.NaN))).toBe(
      day?.temperature_min?.value,
    );
    expect(Math.max(...means)).toBeLessThanOrEqual(day?.temperature_max?.value ?? Number.NaN);
    expect(Math.max(...hours.map((hour) => hour.temperature_max?.value ?? Number.NaN))).toBe(
      day?.temperature_max?.value,
    );
    for (const { source } of hours) expect(source.derived).toContain('temperature_mean');
  });

  test('hours of today that have passed are observed, the others forecast', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${seattle}&granularity=hourly&from=2026-05-04&to=2026-05-05`);
    // It is noon at the field: twelve hours have ended.
    expect(body.data.map(({ kind }: WeatherRecord) => kind)).toEqual([
      ...Array(12).fill('observed'),
      ...Array(12).fill('forecast'),
    ]);
  });

  test('a window without data is an empty list', async () => {
    const { call } = await sharedService();
    expect((await call(`${seattle}&from=1999-01-01&to=1999-02-01`)).body.data).toEqual([]);
  });

  test('the same request gets the same response after a restart', async () => {
    const first = await sharedService();
    const second = await startService();
    expect((await second.call(seattle)).text).toBe((await first.call(seattle)).text);
  });

  test('parameters that the endpoint does not have are ignored', async () => {
    const { call } = await sharedService();
    // X-Request-Id is a header of the endpoint, not a parameter.
    expect((await call(`${seattle}&utm_source=x&X-Request-Id=a&X-Request-Id=b`)).status).toBe(200);
  });

  test('a response is cacheable for five minutes without a key, and must be revalidated with one', async () => {
    const { call, demoKey } = await sharedService();
    expect((await call(seattle)).headers.get('cache-control')).toBe('public, max-age=300');
    const { headers } = await call(seattle, { key: demoKey });
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Authorization');
  });

  test.each(['asc', 'desc'])(
    'a year of hours in %s order is read in parts of 8 days, and in longer ones only while these are empty',
    async (order) => {
      const source = { provenance: 'measured', name: 'Yard station' };
      const ends_at = '2026-01-01T00:00:00Z';
      const hour = { field_id: 'fld_a', kind: 'observed', granularity: 'hourly', ends_at, source };
      /** The days of the parts, for a field with one hour at the beginning of these days of the year. */
      const partsOf = async (filled: (day: number) => boolean) => {
        const parts: number[] = [];
        const first = Date.parse('2025-01-01T08:00:00Z');
        const days = Array.from({ length: 364 }, (_, day) => day).filter(filled);
        const call = await startServiceOver(() => ({
          async weather({ from, to }) {
            parts.push((to - from) / dayMs);
            const found = days.map((day) => first + day * dayMs).filter((start) => start >= from && start < to);
            return found.map((start) => JSON.stringify({ ...hour, starts_at: formatInstant(start) }));
          },
        }));
        const window = 'from=2025-01-01T08:00:00Z&to=2025-12-31T08:00:00Z';
        const { body } = await call(`${path}?field_id=fld_a&granularity=hourly&order=${order}&${window}`);
        expect(body.data).toHaveLength(days.length);
        return parts;
      };
      expect(await partsOf(() => false)).toEqual([8, 16, 32, 64, 64, 64, 64, 52]);
      expect(await partsOf(() => true)).toEqual([...Array(45).fill(8), 4]);
      expect(await partsOf((day) => day >= 176 && day < 188)).toEqual([8, 16, 32, 64, 64, 8, 8, 16, 32, 64, 52]);
    },
  );
});

describe('a long list of hours while its field or its records change', () => {
  const hours = `${path}?field_id=fld_a&granularity=hourly&from=2025-01-01&to=2025-01-29`;
  const first = Date.parse('2025-01-01T12:00:00Z');
  const field: Field = { id: 'fld_a', ...nowhere };

  /** An hour of each day, of one version. */
  const rowsOf = (version: number): ImportRow[] =>
    Array.from({ length: 28 }, (_, day) => {
      const startsAt = first + day * dayMs;
      const endsAt = startsAt + hourMs;
      const times = { starts_at: formatInstant(startsAt), ends_at: formatInstant(endsAt) };
      const source = { provenance: 'measured', name: `version ${version}` };
      const record = { field_id: 'fld_a', kind: 'observed', granularity: 'hourly', ...times, source };
      const key = { fieldId: 'fld_a', granularity: 'hourly', kind: 'observed' } as const;
      return { resource: 'weather', row: { ...key, startsAt, endsAt, issuedAt: 0, record: JSON.stringify(record) } };
    });

  /** Reads the hours of a field, as `find` returns it. `onRead` gets the number of reads of the store so far after each. */
  async function readWhile(find: () => Field | undefined, onRead: (reads: number, store: Store) => unknown) {
    let reads = 0;
    const service = await createServiceOver((store) => ({
      findField: async () => find(),
      async weather(query) {
        if (reads === 0) {
          await store.addField(field);
          await store.writeBatch(rowsOf(0));
        }
        const records = await store.weather(query);
        reads += 1;
        await onRead(reads, store);
        return records;
      },
    }));
    return { answer: await createCall(service)(hours), reads };
  }

  test.each([1, Number.POSITIVE_INFINITY])(
    'is of one version, also if %s reads are followed by a write',
    async (writes) => {
      const { answer, reads } = await readWhile(
        () => field,
        (reads, store) => reads <= writes && store.writeBatch(rowsOf(reads)),
      );
      expect(answer.body.data).toHaveLength(28);
      const names = new Set((answer.body.data as WeatherRecord[]).map(({ source }) => source.name));
      expect(names.size).toBe(1);
      // Two tries in four parts each, and a last one in one statement, over PostgreSQL the only one.
      expect(reads).toBe(isPostgres ? 1 : writes === 1 ? 8 : 9);
    },
  );

  test('is not found if the field is removed', async () => {
    let found: Field | undefined = field;
    const { answer } = await readWhile(
      () => found,
      () => {
        found = undefined;
      },
    );
    expect([answer.status, answer.body.code]).toEqual([404, 'field_not_found']);
  });

  test('is read again in the window of a new timezone, and is 503 with Retry-After if it changes again and again', async () => {
    let found = field;
    const moved = await readWhile(
      () => found,
      () => {
        found = { ...field, timezone: 'Pacific/Pago_Pago' };
      },
    );
    expect(moved.answer.body.meta).toMatchObject({ timezone: 'Pacific/Pago_Pago', from: '2025-01-01T11:00:00Z' });
    const { answer } = await readWhile(
      () => found,
      (reads) => {
        found = { ...field, name: `Name ${reads}` };
      },
    );
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  });
});

describe('304', () => {
  test('is returned for the ETag of the same response, also in a list and in its weak form', async () => {
    const { call } = await sharedService();
    const etag = (await call(seattle)).headers.get('etag') ?? '';
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const { status, text, headers } = await call(seattle, { headers: { 'if-none-match': known } });
      expect([status, text, headers.get('etag')]).toEqual([304, '', etag]);
    }
  });

  test('is not returned for the ETag of another response', async () => {
    const { call } = await sharedService();
    const etag = (await call(seattle)).headers.get('etag') ?? '';
    const other = await call(`${seattle}&limit=1`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });
});

describe('400', () => {
  const bad: [query: string, parameter: string, code: string][] = [
    ['', 'field_id', 'required'],
    ['field_id=', 'field_id', 'wrong_format'],
    ['field_id=demo_01', 'field_id', 'wrong_format'],
    [`field_id=fld_${'a'.repeat(129)}`, 'field_id', 'wrong_format'],
    ['field_id=fld_%00', 'field_id', 'wrong_format'],
    ['field_id=fld_%ff', 'field_id', 'wrong_format'],
    ['field_id=fld_a&field_id=fld_b', 'field_id', 'duplicate'],
    ['field_id=fld_demo_01&granularity=weekly', 'granularity', 'not_allowed'],
    ['field_id=fld_demo_01&kind=', 'kind', 'not_allowed'],
    ['field_id=fld_demo_01&order=ASC', 'order', 'not_allowed'],
    ['field_id=fld_demo_01&limit=0', 'limit', 'too_small'],
    ['field_id=fld_demo_01&limit=-1', 'limit', 'too_small'],
    ['field_id=fld_demo_01&limit=1.5', 'limit', 'wrong_type'],
    ['field_id=fld_demo_01&limit=5.0', 'limit', 'wrong_type'],
    ['field_id=fld_demo_01&limit=1e1', 'limit', 'wrong_type'],
    ['field_id=fld_demo_01&limit=%2B5', 'limit', 'wrong_type'],
    ['field_id=fld_demo_01&limit=99999999999999999999', 'limit', 'too_large'],
    ['field_id=fld_demo_01&from=yesterday', 'from', 'wrong_format'],
    ['field_id=fld_demo_01&from=2026-02-30', 'from', 'wrong_format'],
    ['field_id=fld_demo_01&from=2026-02-28T24:30:00Z', 'from', 'wrong_format'],
    ['field_id=fld_demo_01&from=2026-02-28T12:00:00', 'from', 'wrong_format'],
    ['field_id=fld_demo_01&from=2026-02-28T23:59:60Z', 'from', 'wrong_format'],
    ['field_id=fld_demo_01&from=0000-01-01', 'from', 'wrong_format'],
    ['field_id=fld_demo_01&to=9999-12-31T23:59:59-23:00', 'to', 'wrong_format'],
    ['field_id=fld_demo_01&from=2026-05-02&to=2026-05-02', 'from', 'empty_window'],
    ['field_id=fld_demo_01&from=2026-05-02&to=2026-05-01', 'from', 'empty_window'],
    ['field_id=fld_demo_01&from=2030-01-01', 'from', 'empty_window'],
    ['field_id=fld_demo_01&from=2025-01-01&to=2026-01-03', 'from', 'too_large'],
    ['field_id=fld_demo_01&from=2012-01-01', 'from', 'too_large'],
    ['field_id=fld_demo_01&from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:01Z', 'from', 'too_large'],
  ];
  test.each(bad)('%s is refused with the parameter %s and the code %s', async (query, parameter, code) => {
    const { call } = await sharedService();
    const { status, body } = await call(`${path}?${query}`);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_parameter');
    expect(body.errors).toMatchObject([{ parameter, code }]);
  });

  test.each([
    ['2026-02-30', ''],
    ['2026-05-01T12:00:00', ''],
    ['2026-05-01 12:00', ''],
    ['2026-05-01T12:00:00 02:00x', ''],
    ['2026-05-01T12:00:00+02:00', '; in an address, write + as %2B'],
  ])('%s is refused with the expected format, and with a hint for an unescaped plus', async (from, hint) => {
    const { call } = await sharedService();
    const { body } = await call(`${path}?field_id=fld_demo_01&from=${from}`);
    expect(body.detail).toBe(
      `from must be a date (2026-05-01) or a date-time with an offset (2026-05-01T12:00:00Z) that exists${hint}.`,
    );
  });

  test('all invalid parameters are reported together', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${path}?field_id=x&limit=x&order=x&kind=x&granularity=x`);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'field_id',
      'granularity',
      'kind',
      'order',
      'limit',
    ]);
  });

  test('a window of exactly 366 days is allowed, also across a clock change', async () => {
    const { call } = await sharedService();
    for (const window of ['from=2024-01-01&to=2025-01-01', 'from=2023-11-05&to=2024-11-05']) {
      expect((await call(`${seattle}&${window}`)).status).toBe(200);
    }
  });
});

describe('401', () => {
  const noForm = 'The Authorization header must be: Bearer <API key>.';
  const unknown = 'The API key is not known, or was revoked.';

  test.each([
    ['Basic dXNlcjpwYXNz', noForm],
    ['Bearer', 'The API key is empty: send it as Authorization: Bearer <key>.'],
    ['My Bearer', noForm],
    ['Bearer fds_test_nonsense', unknown],
    [`Bearer fds_live_${'0'.repeat(38)}`, unknown],
    [`Bearer ${'x'.repeat(513)}`, noForm],
    ['My Bearer fds_test_x', noForm],
    ['fds_test_x', noForm],
  ])('the header %s is refused, even when no key is required', async (authorization, detail) => {
    const { call } = await sharedService();
    const { status, body, headers } = await call(seattle, { headers: { authorization } });
    expect([status, body.code, body.detail]).toEqual([401, 'unauthenticated', detail]);
    expect(headers.get('www-authenticate')).toBe(
      authorization.startsWith('Bearer fds_')
        ? 'Bearer realm="field-data", error="invalid_token"'
        : 'Bearer realm="field-data"',
    );
  });

  test('a key may follow several spaces', async () => {
    const { call, demoKey } = await sharedService();
    expect((await call(seattle, { headers: { authorization: `bearer   ${demoKey}` } })).status).toBe(200);
  });

  test('a revoked key is refused from the next request on', async () => {
    const { call, addFarm, store } = await sharedService();
    const { key } = await addFarm();
    expect((await call(seattle, { key })).status).toBe(200);
    await store.revokeKey(hashKey(key), 1);
    expect((await call(seattle, { key })).status).toBe(401);
  });

  test('a read without a key is refused with FIELD_DATA_READS_REQUIRE_KEY', async () => {
    const { call, demoKey } = await startOverShared({ readsRequireKey: true });
    expect((await call(seattle)).status).toBe(401);
    expect((await call(seattle, { key: demoKey })).status).toBe(200);
  });
});

describe('403', () => {
  test('a key without the scope is refused, whatever its other scopes', async () => {
    const { call, addKey } = await sharedService();
    const key = await addKey({ account: 'farm', scopes: scopes.filter((scope) => scope !== 'weather:read') });
    const { status, body } = await call(seattle, { key });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('404', () => {
  test('an unknown field is not found, with a hint if no key arrived', async () => {
    const { call, demoKey } = await sharedService();
    const { status, body } = await call(`${path}?field_id=fld_unknown`);
    expect([status, body.code]).toEqual([404, 'field_not_found']);
    const keyed = await call(`${path}?field_id=fld_unknown`, { key: demoKey });
    expect(body.detail).toBe(`${keyed.body.detail} The request had no API key.`);
  });

  test('demo fields do not exist when the demo is off', async () => {
    const { call } = await startOverShared({ demo: false });
    expect((await call(seattle)).status).toBe(404);
  });

  test('a long read that waits for others reads nothing of a field that another account gets meanwhile', async () => {
    let field: Field = { id: 'fld_a', ...nowhere, demo: true };
    let finds = 0;
    let reads = 0;
    const moved = Promise.withResolvers<void>();
    const call = createCall(
      await createServiceOver(() => ({
        async findField() {
          finds += 1;
          return field;
        },
        async weather() {
          reads += 1;
          await moved.promise;
          return [];
        },
      })),
    );
    const hours = `${path}?field_id=fld_a&granularity=hourly&from=2025-01-01&to=2025-01-10`;
    const readFrom = (address: string) => call(hours, { client: { address } });
    const others = Array.from({ length: 16 }, (_, index) => readFrom(`192.0.2.${index}`));
    await expect.poll(() => reads).toBe(others.length);
    finds = 0;
    const waiting = readFrom('198.51.100.1');
    await expect.poll(() => finds).toBe(1);
    field = { ...field, account: 'other' };
    reads = 0;
    moved.resolve();
    const { status, body } = await waiting;
    expect([status, body.code]).toEqual([404, 'field_not_found']);
    await Promise.all(others);
    // The rest of those that were running.
    expect(reads).toBe(others.length);
  });
});

describe('429', () => {
  test('a used-up quota, per key or address, is refused with its reset time; the built-in gateway has no quota', async () => {
    const { call, demoKey } = await startOverShared({
      rateLimitPerMinute: 2,
      now: () => new Date('2026-05-04T19:00:15Z'),
    });
    const client = { address: '192.0.2.1' };
    const first = await call(seattle, { client });
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60');
    expect(first.headers.get('ratelimit')).toBe('"default";r=1;t=45');
    await call(seattle, { client });
    const third = await call(seattle, { client });
    expect([third.status, third.body.code]).toEqual([429, 'rate_limited']);
    expect(third.headers.get('retry-after')).toBe('45');
    expect(third.headers.get('ratelimit')).toBe('"default";r=0;t=45');
    expect((await call(seattle, { client: { address: '192.0.2.2' } })).status).toBe(200);
    expect((await call(seattle, { client, key: demoKey })).status).toBe(200);
    const internal = await call(seattle, { client: { ...client, internal: true } });
    expect([internal.status, internal.headers.get('ratelimit')]).toEqual([200, null]);
  });

  test('the quota is restored in the next minute', async () => {
    let now = new Date('2026-05-04T19:00:59Z');
    const { call } = await startOverShared({ rateLimitPerMinute: 1, now: () => now });
    await call(seattle);
    expect(await call(seattle)).toMatchObject({
      status: 429,
      body: { detail: 'The quota is used up: wait 1 second.' },
    });
    now = new Date('2026-05-04T19:01:00Z');
    expect((await call(seattle)).status).toBe(200);
  });

  test('a trusted proxy determines the client address, and addresses claimed by the caller are ignored', async () => {
    const { call } = await startOverShared({ rateLimitPerMinute: 1, trustProxy: true });
    const from = (forwarded: string) => call(seattle, { headers: { 'x-forwarded-for': forwarded } });
    expect((await from('198.51.100.1, 203.0.113.5')).status).toBe(200);
    expect((await from('198.51.100.2, 203.0.113.5')).status).toBe(429);
    expect((await from('198.51.100.1, 203.0.113.6')).status).toBe(200);
  });

  test('a refused request with a valid key uses the quota of the key, not of the address', async () => {
    const { call, addKey } = await startOverShared({ rateLimitPerMinute: 2 });
    const key = await addKey({ account: 'acme', scopes: ['observations:read'] });
    const client = { address: '192.0.2.1' };
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await call(seattle, { client, key })).status);
    expect(statuses).toEqual([403, 403, 429]);
    expect((await call(seattle, { client })).headers.get('ratelimit')).toMatch(/^"default";r=1;/);
  });

  test('unknown keys use the quota of the address, which does not limit valid keys from it', async () => {
    const { call, addFarm } = await startOverShared({ rateLimitPerMinute: 3 });
    const { fieldId, key } = await addFarm();
    const client = { address: '2001:db8::1' };
    const guess = (guessed: string, address = client.address) => call(seattle, { key: guessed, client: { address } });
    // A wrong format, a wrong checksum, and a well-formed unknown key.
    for (const guessed of ['guess', `fds_live_${'0'.repeat(38)}`, createKey('live')]) {
      expect((await guess(guessed)).status).toBe(401);
    }
    const refused = await guess(createKey('live'), '2001:db8::2');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(seattle, { client })).status).toBe(429);
    expect((await call(`${path}?field_id=${fieldId}`, { client, key })).status).toBe(200);
    expect((await guess(createKey('live'), '2001:db8:0:1::1')).status).toBe(401);
  });
});

describe('500 and 503', () => {
  test('an internal error is 500 without its message', async () => {
    const call = await startServiceOver(() => ({ weather: () => Promise.reject(new Error('secret: table weather')) }));
    const { status, text } = await call(`${path}?field_id=fld_a`);
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
  });

  test('an unavailable store is 503 with Retry-After', async () => {
    const call = await startServiceOver(() => ({ weather: () => Promise.reject(new StoreError('secret')) }));
    const { status, body, headers, text } = await call(`${path}?field_id=fld_a`);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect(text).not.toContain('secret');
  });
});
