/** `indexSeason` through the graph: golden rows, earlier years, clouds and the number of calls. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { components } from '../../../../src/contract/openapi.ts';
import { boundMs } from '../../../../src/platform/time/instant.ts';
import { golden } from '../../../agronomy/golden.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { defaultLimits } from '../../../support/default-limits.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { asWritten, scene } from '../../../support/recorded-service.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';

type Scene = components['schemas']['EarthObservation'];

const Season = graphql(`
  query IndexSeason(
    $id: ID! = "fld_a"
    $from: DateOrDateTime
    $to: DateOrDateTime
    $since: MonthDay
    $last: SpanInput
    $maxCloudCover: Float = 20
    $earlierYears: Int! = 0
    $floor: Float! = 0
    $maxGapDays: Int! = 30
  ) {
    field(id: $id) {
      indexSeason(
        index: NDVI
        from: $from
        to: $to
        since: $since
        last: $last
        maxCloudCover: $maxCloudCover
        earlierYears: $earlierYears
        floor: $floor
        maxGapDays: $maxGapDays
      ) {
        points { earthObservation { id } acquiredAt mean earlierMean earlierYears difference }
        clearScenes
        missingScenes
        longestGapDays
        peak { acquiredAt mean }
        area
        change
        changeDays
        provenances
      }
    }
  }
`);

const WithScenes = graphql(`
  query IndexSeasonWithScenes {
    field(id: "fld_demo_01") {
      indexSeason(index: NDVI, last: { days: 180 }) { points { earthObservation { id } } clearScenes missingScenes provenances }
      evi: indexSeason(index: EVI, last: { days: 180 }, maxCloudCover: 60) { clearScenes }
      earthObservations(last: { days: 180 }) { id }
    }
  }
`);

const { index_season: truth } = golden;
type Row = [acquiredAt: string, mean: number | null];

function scenesOf(rows: Row[], more: (index: number) => Partial<Scene> = () => ({})): Scene[] {
  return rows.map(([acquired_at, mean], index) => ({
    ...scene('fld_a'),
    id: `eo_${acquired_at.slice(0, 10)}`,
    acquired_at,
    indices: [{ name: 'ndvi', mean }],
    ...more(index),
  }));
}

const goldenScenes = scenesOf([...truth.earlier['2024'], ...truth.earlier['2025'], ...truth.current]);
/** A gateway over a service that has these scenes of a field in a timezone. */
function over(scenes: Scene[], { limits = defaultLimits, timezone = 'UTC', now = '2026-10-01T12:00:00Z' } = {}) {
  const instant = (bound: string) => new Date(boundMs(bound, timezone)).toISOString();
  return gatewayOver(
    ({ query: { from = '', to = '' } }) => ({
      body: {
        data: scenes.filter(
          ({ acquired_at }) => instant(acquired_at) >= instant(from) && instant(acquired_at) < instant(to),
        ),
        meta: { field_id: 'fld_a', timezone, from: instant(from), to: instant(to) },
      },
    }),
    { now: () => new Date(now), limits },
  );
}

const window = { from: '2026-04-01', to: '2026-10-01' };

async function seasonOf(gateway: ReturnType<typeof over>, variables: object = {}) {
  const { data, errors } = await execute(gateway.answer, Season, { ...window, ...variables } as never);
  expect(errors).toBeUndefined();
  const season = data?.field?.indexSeason;
  if (!season) throw new Error('There is no season.');
  return season;
}

describe('a season', () => {
  it('equals that of an independent implementation', async () => {
    const season = await seasonOf(over(goldenScenes), { earlierYears: 2, maxGapDays: truth.maxGapDays });
    expect(season).toMatchObject({
      clearScenes: truth.clearScenes,
      missingScenes: truth.scenes - truth.clearScenes,
      longestGapDays: truth.longestGapDays,
      peak: { acquiredAt: truth.peak.acquiredAt, mean: truth.peak.value },
      area: truth.areaFloor0,
      change: truth.latestChange.change,
      changeDays: truth.latestChange.days,
      provenances: ['MEASURED'],
    });
    expect(
      season.points.map(({ earthObservation: _, earlierYears, ...point }) => ({ ...point, years: earlierYears })),
    ).toEqual(truth.points.map(({ earlier: _, ...point }: { earlier: object }) => point));
    const { area } = await seasonOf(over(goldenScenes), { floor: 0.15 });
    expect(area).toBe(truth.areaFloor015);
  });

  it('states provenances that this version does not recognise once, as UNKNOWN', async () => {
    const words = ['drone', 'modelled', 'measured'];
    const scenes = goldenScenes.map((scene, at) => ({
      ...scene,
      source: { ...scene.source, provenance: words[at % words.length] },
    }));
    const { provenances } = await seasonOf(over(scenes as Scene[]));
    expect(provenances.toSorted()).toEqual(['MEASURED', 'UNKNOWN']);
  });

  it('treats a scene with too much or unknown cloud cover as a gap, not as a value', async () => {
    const cloudy = scenesOf(truth.current, (index) => {
      if (index === 0) return { cloud_cover: { value: 0.21, unit: 'fraction' } };
      return index === 1 ? { cloud_cover: null as never } : {};
    });
    const season = await seasonOf(over(cloudy));
    expect([season.clearScenes, season.missingScenes, season.points.length]).toEqual([5, 3, 8]);
    expect(season.points.slice(0, 3).map(({ mean }) => mean)).toEqual([null, null, null]);
    const limits = [null, 20, 21, 99, 100];
    const clear = await Promise.all(
      limits.map(async (maxCloudCover) => (await seasonOf(over(cloudy), { maxCloudCover })).clearScenes),
    );
    // Null means the default; only 100 includes the scene with unknown cloud cover.
    expect(clear).toEqual([5, 5, 6, 6, 7]);
  });

  it.each([{ acquired_at: 'yesterday' }, { cloud_cover: { value: 3, unit: 'oktas' } }])(
    'with a scene that violates the contract is an UPSTREAM_ERROR: %o',
    async (broken) => {
      const whole = scenesOf(truth.current).with(3, { ...scenesOf(truth.current)[3]!, ...(broken as object) });
      const gateway = gatewayOver(() => ({
        body: {
          data: whole,
          meta: { field_id: 'fld_a', timezone: 'UTC', from: `${window.from}T00:00:00Z`, to: `${window.to}T00:00:00Z` },
        },
      }));
      const { errors } = await execute(gateway.answer, Season, window);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_ERROR']);
    },
  );

  it('without scenes has no peak, no area and no change', async () => {
    expect(await seasonOf(over([]), { earlierYears: 1 })).toEqual({
      ...{ points: [], clearScenes: 0, missingScenes: 0, longestGapDays: null, peak: null },
      ...{ area: null, change: null, changeDays: null, provenances: [] },
    });
  });

  it('counts a null mean as a missing scene, and not as zero in area or peak', async () => {
    const clear = (truth.current as Row[]).filter(([, mean]) => mean !== null);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: clear.length - 1 }), async (at) => {
        const holed = clear.map(([acquiredAt, mean], index): Row => [acquiredAt, index === at ? null : mean]);
        const { points: _, ...with_ } = await seasonOf(over(scenesOf(holed)));
        const { points: __, ...without } = await seasonOf(over(scenesOf(clear.toSpliced(at, 1))));
        expect(with_).toEqual({ ...without, missingScenes: 1 });
      }),
      { numRuns: 12 },
    );
  });
});

describe('clear scenes of one pass', () => {
  type Tile = [acquired_at: string, processed_at: string | null, mean: number];
  const passes = (...tiles: Tile[]) =>
    tiles.map(([acquired_at, processed_at, mean], at) => {
      return {
        ...scene('fld_a'),
        id: `eo_${9 - at}`,
        acquired_at,
        processed_at,
        indices: [{ name: 'ndvi' as const, mean }],
      };
    });
  const before: Tile = ['2026-06-10T10:00:00Z', null, 0.6];

  it.each<[string, ...Tile[]]>([
    [
      'versions',
      ['2026-06-20T10:00:00Z', '2026-06-20T14:00:00Z', 0.7],
      ['2026-06-20T10:00:00Z', '2026-06-25T14:00:00Z', 0.5],
    ],
    ['tiles', ['2026-06-20T10:00:00Z', null, 0.7], ['2026-06-20T10:00:15Z', null, 0.5]],
    [
      'tiles and versions',
      ['2026-06-20T10:00:00Z', '2026-06-25T14:00:00Z', 0.5],
      ['2026-06-20T10:59:59Z', '2026-06-20T14:00:00Z', 0.7],
    ],
  ])('count once, by the one processed last, or else the last: %s', async (_, ...tiles) => {
    for (const sent of [passes(before, ...tiles), passes(before, ...tiles).toReversed()]) {
      const { points, ...season } = await seasonOf(over(sent));
      expect(points.map(({ mean }) => mean)).toEqual([before, ...tiles].map(([, , mean]) => mean));
      expect([season.missingScenes, season.clearScenes]).toEqual([0, 2]);
      expect([season.change, season.peak?.mean, Math.round(season.changeDays ?? 0)]).toEqual([-0.1, 0.6, 10]);
    }
  });

  it('count once in earlier years, too', async () => {
    const scenes = passes(
      ['2025-06-20T10:00:00Z', '2025-06-25T14:00:00Z', 0.6],
      ['2025-06-20T10:20:00Z', '2025-06-20T14:00:00Z', 0.7],
      ['2025-06-30T10:00:00Z', null, 0.6],
      ['2026-06-20T10:30:00Z', null, 0.5],
    );
    const { points } = await seasonOf(over(scenes), { earlierYears: 1 });
    expect(points.map(({ earlierMean }) => earlierMean)).toEqual([0.6]);
  });

  it('are an hour or more apart if they are of two', async () => {
    const tiles = passes(['2026-06-20T10:00:00Z', null, 0.5], ['2026-06-20T11:00:00Z', null, 0.6]);
    expect(await seasonOf(over(tiles))).toMatchObject({ clearScenes: 2, change: 0.1 });
  });
});

describe('a mark of a missing value', () => {
  const clear = (truth.current as Row[]).filter(([, mean]) => mean !== null);
  const marked = (mark: Partial<Scene>) => scenesOf(clear, (index) => (index === 2 ? mark : {}));

  it.each(['-9999', '9999', '1.5', '1e400'])('in place of a mean is a missing scene: %s', async (mark) => {
    const { points, ...season } = await seasonOf(over(marked({ indices: [{ name: 'ndvi', mean: asWritten(mark) }] })));
    const { points: _, ...without } = await seasonOf(over(scenesOf(clear.toSpliced(2, 1))));
    expect(points[2]?.mean).toBeNull();
    expect(season).toEqual({ ...without, missingScenes: 1 });
  });

  it('in place of a cloud cover is a missing scene', async () => {
    const scenes = marked({ cloud_cover: { value: -9999, unit: 'percent' } });
    const { clearScenes, missingScenes } = await seasonOf(over(scenes));
    expect([clearScenes, missingScenes]).toEqual([clear.length - 1, 1]);
  });

  it('in an earlier year is not compared with', async () => {
    const broken = { indices: [{ name: 'ndvi' as const, mean: -9999 }] };
    const years = goldenScenes.map((scene) => (scene.acquired_at < '2026' ? { ...scene, ...broken } : scene));
    const { points } = await seasonOf(over(years), { earlierYears: 2 });
    expect(new Set(points.map(({ earlierMean }) => earlierMean))).toEqual(new Set([null]));
  });
});

describe('earlier years', () => {
  it('are refused as bad input of this field if there are more than three, however many', async () => {
    for (const earlierYears of [4, 2025, 2_147_483_647]) {
      const { data, errors } = await execute(over([]).answer, Season, { ...window, earlierYears });
      expect(data).toEqual({ field: { indexSeason: null } });
      expect(errors).toMatchObject([
        {
          message: 'earlierYears must be from 0 to 3.',
          path: ['field', 'indexSeason'],
          extensions: { code: 'BAD_USER_INPUT', faults: [{ path: ['earlierYears'] }] },
        },
      ]);
    }
  });

  const windows = [
    ['2026-04-01', '2026-10-01'],
    ['2025-02-15', '2025-11-15'],
    ['2024-02-16', '2024-11-15'],
    ['2023-02-15', '2023-11-15'],
  ];

  it.each([0, 1, 2, 3])(
    'make %d calls, each for whole days around the season, next to the call for the season itself',
    async (earlierYears) => {
      const gateway = over(goldenScenes);
      await seasonOf(gateway, { earlierYears, maxGapDays: 45 });
      const requested = gateway.calls.map(({ query }) => [query.from, query.to]);
      expect(requested.toSorted()).toEqual(windows.slice(0, earlierYears + 1).toSorted());
    },
  );

  it('stay within the longest window for a season of a whole year, also across a leap day', async () => {
    const gateway = over(goldenScenes);
    await seasonOf(gateway, { from: '2024-02-29', to: '2025-03-01', earlierYears: 3 });
    for (const { query } of gateway.calls) {
      const days = (Date.parse(query.to ?? '') - Date.parse(query.from ?? '')) / 86_400_000;
      expect(days).toBeLessThanOrEqual(366);
      expect(days).toBeGreaterThanOrEqual(364);
    }
    expect(gateway.calls).toHaveLength(4);
  });

  it.each([
    ['2025-10-01', '2026-10-01'],
    ['2025-10-03', '2026-10-01'],
    ['2025-10-20', '2026-10-01'],
    ['2025-11-20', '2026-10-01'],
  ])(
    'include the scenes before a long season, so that each of its scenes can be compared: %s to %s',
    async (from, to) => {
      const rows = Array.from({ length: 95 }, (_, at): Row => {
        return [new Date(Date.parse('2022-10-05T10:00:00Z') + at * 16 * 86_400_000).toISOString(), at / 100];
      });
      const { points } = await seasonOf(over(scenesOf(rows)), { from, to, earlierYears: 2 });
      expect(points.length).toBeGreaterThan(15);
      // 365 days on a straight line. The earliest season may lack its first scenes, because nothing before it is read.
      for (const { earlierYears, difference, acquiredAt } of points.slice(2))
        expect([acquiredAt, earlierYears, difference]).toEqual([acquiredAt, 2, expect.closeTo(1.5 * (365 / 1600), 2)]);
      for (const { acquiredAt, earlierMean } of points) expect(earlierMean, acquiredAt).not.toBeNull();
    },
  );

  it('are left out before the year 0001', async () => {
    const rows: Row[] = [
      ['0001-06-20T10:00:00Z', 0.2],
      ['0002-06-20T10:00:00Z', 0.3],
    ];
    const season = { from: '0002-06-01', to: '0002-07-01', earlierYears: 3 };
    const gateway = over(scenesOf(rows));
    const { points } = await seasonOf(gateway, season);
    expect(points.map(({ earlierYears }) => earlierYears)).toEqual([1]);
    expect(gateway.calls.map(({ query }) => query.from?.slice(0, 4)).sort()).toEqual(['0001', '0002']);
  });

  it('include the scenes before a season that ends in the future', async () => {
    const rows: Row[] = [
      ['2025-03-27T10:00:00Z', 0.2],
      ['2025-04-06T10:00:00Z', 0.4],
      ['2026-04-01T10:00:00Z', 0.5],
    ];
    const { points } = await seasonOf(over(scenesOf(rows)), { to: '2027-04-01', earlierYears: 1 });
    expect(points.map(({ earlierMean }) => earlierMean)).toEqual([0.3]);
  });

  it('include scenes on both sides of a short season and are not interpolated over days that were not read', async () => {
    const rows: Row[] = [
      ...([
        ['2024-11-01', 0.2],
        ['2025-06-14', 0.8],
      ] as const),
      // Not read: it lies further from the season of 2025 than a window spans.
      ...([
        ['2025-12-01', 0.9],
        ['2026-01-02', 0.4],
        ['2026-06-10', 0.5],
        ['2026-06-15', 0.5],
      ] as const),
    ].map(([date, mean]) => [`${date}T10:00:00Z`, mean]);
    const { points } = await seasonOf(over(scenesOf(rows)), {
      ...{ from: '2026-01-01', to: '2026-06-16', earlierYears: 1, maxGapDays: 300 },
    });
    expect(points.map(({ earlierMean }) => earlierMean !== null)).toEqual([true, true, false]);
  });

  it.each(['Asia/Tokyo', 'America/Los_Angeles'])(
    'include the scenes before a long season, whether or not the timezone is known: %s',
    async (timezone) => {
      const scenes = scenesOf(
        [
          ['2025-06-12T10:00:00Z', 0.5],
          ['2025-06-17T10:00:00Z', 0.8],
          ['2025-06-22T10:00:00Z', 0.6],
          ['2026-06-14T20:00:00Z', 0.7],
          ['2026-06-15T18:00:00Z', 0.7],
        ],
        // The last scene belongs to a day that is not over.
        (index) => (index === 4 ? { source: { name: 'Test', provenance: 'simulated' } } : {}),
      );
      const gateway = over(scenes, { timezone, now: '2026-06-15T20:00:00Z' });
      const variables = { from: null, to: null, last: { days: 363 }, earlierYears: 1 };
      for (const calls of [2, 4]) {
        const { points, provenances } = await seasonOf(gateway, variables);
        expect([points.at(-1)?.earlierMean, provenances]).toEqual([0.645, ['MEASURED']]);
        expect(gateway.calls).toHaveLength(calls);
      }
    },
  );

  it('are not interpolated over the hours between local midnight and an instant', async () => {
    const rows: Row[] = [
      ['2025-06-12T10:00:00Z', 0.5],
      // Not read: last year's read ends with 16 June in Tokyo, and the season begins five hours later.
      ['2025-06-16T17:00:00Z', 0.8],
      ['2025-06-22T10:00:00Z', 0.6],
      ['2026-06-15T10:00:00Z', 0.7],
    ];
    const gateway = over(scenesOf(rows), { timezone: 'Asia/Tokyo', now: '2026-06-15T20:00:00Z' });
    const instants = { from: '2025-06-16T20:00:00Z', to: '2026-06-15T20:00:00Z', earlierYears: 1 };
    const { points } = await seasonOf(gateway, instants);
    expect(points.map(({ earlierMean }) => earlierMean)).toEqual([null, null]);
  });

  it('count as one call per year next to the one of the season, before anything is sent', async () => {
    const gateway = over(goldenScenes, { limits: { ...defaultLimits, upstreamCallsMax: 3 } });
    const { errors } = await execute(gateway.answer, Season, { ...window, earlierYears: 3 });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'OPERATION_TOO_COMPLEX',
      limit: { name: 'UPSTREAM_CALLS_MAX', max: 3, actual: 4 },
    });
    expect(gateway.calls).toEqual([]);
    await seasonOf(gateway, { earlierYears: 2 });
  });

  it.each([
    [{ earlierYears: 4 }, 'earlierYears', 'TOO_LARGE'],
    [{ earlierYears: -1 }, 'earlierYears', 'TOO_SMALL'],
    [{ maxGapDays: 0 }, 'maxGapDays', 'TOO_SMALL'],
    [{ floor: -1e308 }, 'floor', 'TOO_SMALL'],
    [{ floor: 1_001 }, 'floor', 'TOO_LARGE'],
    [{ maxCloudCover: 101 }, 'maxCloudCover', 'TOO_LARGE'],
  ])('%o is refused without a call', async (variables, argument, code) => {
    const gateway = over([]);
    const { errors } = await execute(gateway.answer, Season, { ...window, ...variables });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', faults: [{ path: [argument], code }] });
    expect(gateway.calls).toEqual([]);
  });
});

describe('an index season over the embedded service', () => {
  const now = () => new Date('2026-07-02T04:30:00Z');

  it('shares one call with the scenes of the same window, whatever its maxCloudCover', async () => {
    await using service = await startCountingService({ now });
    const { data, errors } = await execute(gatewayAt(service.url, now).answer, WithScenes);
    expect(errors).toBeUndefined();
    const { indexSeason, evi, earthObservations } = data?.field ?? {};
    expect(indexSeason?.points.map(({ earthObservation: { id } }) => id)).toEqual(
      earthObservations?.map(({ id }) => id),
    );
    expect((indexSeason?.clearScenes ?? 0) + (indexSeason?.missingScenes ?? 0)).toBe(36);
    expect(indexSeason?.provenances).toEqual(['SIMULATED']);
    expect(evi?.clearScenes).toBeGreaterThan(indexSeason?.clearScenes ?? 36);
    expect(service.requests).toHaveLength(1);
  });

  it('needs one more call for `since` until the timezone is known, and compares with earlier years', async () => {
    await using service = await startCountingService({ now });
    const gateway = gatewayAt(service.url, now);
    const variables = { id: 'fld_demo_01', since: '03-01', earlierYears: 2 };
    for (const calls of [4, 3]) {
      service.requests.length = 0;
      const { data, errors } = await execute(gateway.answer, Season, variables);
      expect(errors).toBeUndefined();
      expect(service.requests).toHaveLength(calls);
      const compared = data?.field?.indexSeason?.points.filter(({ earlierYears }) => earlierYears > 0) ?? [];
      expect(compared.length).toBeGreaterThan(10);
      // The crop is the same every year, so the differences are small.
      for (const { difference } of compared) expect(Math.abs(difference ?? 0)).toBeLessThan(0.2);
    }
  });
});
