/** One index over a season: its peak, area and change, and the same days in the field's own earlier years. */
import type { ByteList } from '../../../executor/byte-list.ts';
import { indexBounds, isWithin } from '../../../agronomy/bounds.ts';
import { clearPasses, earlierAt, type IndexScene, shapeSeason } from '../../../agronomy/index-season.ts';
import { GatewayError, instantOf, malformed } from '../../errors/gateway-error.ts';
import type { EarthObservation } from '../../reads/earth-observations.ts';
import { builder, type Components } from '../builder.ts';
import { inTurns, orNull, propertiesOf, shownType } from '../field-builders.ts';
import { Provenance } from '../data-source.ts';
import { Field } from '../field.ts';
import { assertWithin, cloudCoverOf, knownWord } from '../list-arguments.ts';
import { sceneWindow, windowArguments, windowDaysMax } from '../windows/arguments.ts';
import { scenesIn } from '../windows/windowed-lists.ts';
import { earlierScenes } from './earlier-years.ts';
import { IndexName, processedMsOf, sceneOfPoint, scenesInOrder, statisticsOf } from '../earth-observations/record.ts';
import { convertNumber } from '../units.ts';
import { rounded, roundedOrNull } from '../weather/days.ts';
import { earlierYearsMax, sceneRecords, windowed } from '../windows/record-counts.ts';

type Season = ReturnType<typeof seasonOf>;
type SeasonPoint = NonNullable<Season['peak']>;

const IndexSeasonPoint = shownType<SeasonPoint>(
  'IndexSeasonPoint',
  'One scene of a season, compared with the same day of earlier years.',
  {
    acquired_at: ['DateTime', 'When the satellite passed, UTC.'],
    mean: [
      orNull('Float'),
      `Mean of the index over the field. Null, a gap and not a zero, where the scene is cloudier than \`maxCloudCover\`, has no clear pixel, or lacks the index. Null too outside ${indexBounds.ndvi.join(' to ')} (EVI ${indexBounds.evi.join(' to ')}), because such numbers mark missing values.`,
    ],
    earlierMean: [
      orNull('Float'),
      'Mean of the earlier years at this month, day and time, interpolated between clear scenes. 29 February is compared with 28 February. Null if no year is known.',
    ],
    earlierYears: ['Int', 'How many earlier years are in `earlierMean`.'],
    difference: [orNull('Float'), '`mean` less `earlierMean`; null where either is unknown.'],
    earthObservation: sceneOfPoint,
  },
);

const betweenTwo = 'null below two clear scenes';

const IndexSeason = shownType<Season>(
  'IndexSeason',
  'One index over a season. Scenes that are not clear are gaps: `missingScenes` counts them. Clear scenes less than an hour apart, such as tiles or versions of one pass, count once: the one processed last, or else the last. Computed values are rounded to six decimals.',
  {
    points: [inTurns(IndexSeasonPoint), 'A point for every scene, oldest first, the ones that are not clear included.'],
    clearScenes: ['Int', 'Scenes whose `mean` is known, those of one pass once.'],
    missingScenes: ['Int', 'Scenes whose `mean` is unknown.'],
    longestGapDays: [
      orNull('Float'),
      `Days of the longest time between two clear scenes that follow each other; ${betweenTwo}. How far to trust the others.`,
    ],
    peak: [
      orNull(IndexSeasonPoint),
      'The clear scene with the highest mean, the first of equals; null where none is clear.',
    ],
    area: [
      orNull('Float'),
      `Area above \`floor\` under the lines between clear scenes, in index times days (the seasonal integral of TIMESAT); ${betweenTwo}.`,
    ],
    change: [orNull('Float'), `Mean of the latest clear scene less that of the one before; ${betweenTwo}.`],
    changeDays: [orNull('Float'), `Days between these two; ${betweenTwo}.`],
    provenances: [[Provenance], 'Provenances of the scenes, earlier years included, each once.'],
  },
);

const cloudCoverMax = 20;
const gapDaysLimit = 366;
/** Above the values of any index: EVI has no bounds of its own. */
const floorMax = 1_000;

builder.objectFields(Field, (t) => ({
  indexSeason: t.field({
    type: IndexSeason,
    description:
      "One index over a season, against the field's own earlier years. Without a window: 90 days and today. One call, the one of the scenes of the same window, and one for each earlier year.",
    args: {
      index: t.arg({ type: IndexName, required: true, description: 'Which index.' }),
      ...windowArguments(t, ...sceneWindow),
      maxCloudCover: t.arg.float({
        defaultValue: cloudCoverMax,
        description: `Maximum cloud cover over the field of a clear scene, in percent, 0 to 100. Scenes with unknown cloud cover are not clear. A cover outside 0 to 100 is unknown. 100 accepts every scene. Null means ${cloudCoverMax}.`,
      }),
      earlierYears: t.arg.int({
        required: true,
        defaultValue: 0,
        description: `How many earlier years to compare with, 0 to ${earlierYearsMax}; each is a call.`,
      }),
      floor: t.arg.float({
        required: true,
        defaultValue: 0,
        description: `The index above which area counts, for example that of bare soil: from -${floorMax} to ${floorMax}.`,
      }),
      maxGapDays: t.arg.int({
        required: true,
        defaultValue: 30,
        description: `The most days between two clear scenes of an earlier year that a straight line may join, 1 to ${gapDaysLimit} days. Each earlier year is read with so many days on either side, ${windowDaysMax} in all at most: a longer season leaves fewer.`,
      }),
    },
    extensions: {
      ...windowed(sceneRecords, [
        ...propertiesOf('EarthObservation', 'id', 'acquired_at', 'processed_at', 'cloud_cover', 'indices', 'source'),
        ...propertiesOf('IndexStatistics', 'name', 'mean'),
      ]),
      callsMoreBy: { argument: 'earlierYears', max: earlierYearsMax },
    },
    resolve: async ({ id }, { index, maxCloudCover: cover, earlierYears, floor, maxGapDays, ...window }, context) => {
      const maxCloudCover = cloudCoverOf(cover) ?? cloudCoverMax;
      assertWithin('earlierYears', earlierYears, 0, earlierYearsMax);
      assertWithin('floor', floor, -floorMax, floorMax);
      assertWithin('maxGapDays', maxGapDays, 1, gapDaysLimit);
      const [scenes, earlier] = await Promise.all([
        scenesIn(context, id, window),
        earlierScenes(context, id, window, { years: earlierYears, days: maxGapDays }),
      ]);
      if (scenes.missing !== undefined) throw new GatewayError('INCOMPLETE_UPSTREAM_DATA');
      const options = { index: knownWord(index), maxCloudCover, floor, maxGapDays, earlierYears };
      await scenes.records.load();
      return seasonOf(scenes.records, earlier, options);
    },
  }),
}));

interface SeasonOptions {
  index: Components['IndexName'];
  /** Percent. 100 accepts every scene, also one without a cloud cover. */
  maxCloudCover: number;
  floor: number;
  maxGapDays: number;
  earlierYears: number;
}

/** Computes a season from scenes in any order, and compares it with earlier years. Throws UPSTREAM_ERROR for a malformed scene. */
function seasonOf(sent: ByteList<EarthObservation>, earlier: EarthObservation[], options: SeasonOptions) {
  const scenes = scenesInOrder(sent.items());
  const clear = clearPasses(scenesInOrder(earlier).map((scene) => sceneOf(scene, options)));
  const points = scenes.map((scene) => {
    const { mean, ...times } = sceneOf(scene, options);
    const { mean: earlierMean, years: known } = earlierAt(clear, options.earlierYears, times.atMs, options.maxGapDays);
    return {
      acquired_at: scene.acquired_at,
      ...times,
      mean,
      earlierMean: roundedOrNull(earlierMean),
      earlierYears: known,
      difference: mean === null || earlierMean === null ? null : rounded(mean - earlierMean),
      earthObservation: scene,
    };
  });
  const shape = shapeSeason(points, options.floor);
  return {
    ...shape,
    points: sent.with(points),
    longestGapDays: roundedOrNull(shape.longestGapDays),
    area: roundedOrNull(shape.area),
    change: roundedOrNull(shape.change),
    changeDays: roundedOrNull(shape.changeDays),
    provenances: Provenance.once([scenes, earlier].flat().map(({ source }) => source.provenance)),
  };
}

/**
 * Time of a scene and its mean of the index, null unless clear, and where it is impossible as marks of missing values are. Throws
 * UPSTREAM_ERROR for a malformed time, cloud cover or statistics.
 */
function sceneOf(scene: EarthObservation, { index, maxCloudCover }: SeasonOptions): IndexScene {
  const mean = isClearEnough(scene, maxCloudCover) ? (statisticsOf(scene.indices, index)?.mean ?? null) : null;
  const atMs = instantOf(scene.acquired_at);
  if (mean !== null && typeof mean !== 'number') throw malformed(`mean of ${index} is no number`);
  return {
    atMs,
    processedMs: processedMsOf(scene),
    mean: mean !== null && isWithin(mean, indexBounds[index]) ? mean : null,
  };
}

function isClearEnough({ cloud_cover: cover }: EarthObservation, max: number): boolean {
  if (max === 100) return true;
  if (cover == null || cover.value === null) return false;
  return isWithin(convertNumber('fraction', cover.value, cover.unit, 'percent', 'cloud_cover'), [0, max]);
}
