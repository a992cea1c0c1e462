/** One index over a season: its peak, area and change, and how the field's own earlier years stood on the same days. */
import { invalidArgument } from '../../errors/gateway-error.ts';
import { resolvers } from '../../../executor/resolvers.ts';
import { builder } from '../builder.ts';
import { provenancesField } from '../data-source.ts';
import { Field } from '../field.ts';
import { assertCloudCover } from '../list-arguments.ts';
import { windowArguments } from '../windows/arguments.ts';
import { scenesIn } from '../windows/windowed-lists.ts';
import { earlierScenes, earlierYearsMax } from './earlier-years.ts';
import { earthObservationField, IndexName } from '../earth-observations/record.ts';
import { type Point, type Season, seasonOf } from './season-of-scenes.ts';
import { sceneRecords } from '../windows/record-counts.ts';

const IndexSeasonPoint = builder.objectRef<Point>('IndexSeasonPoint').implement({
  description: 'One scene of a season, compared with the same day of earlier years.',
  fields: (t) => ({
    acquiredAt: t.expose('acquired_at', {
      type: 'DateTime',
      nullable: false,
      description: 'When the satellite passed, UTC.',
    }),
    mean: t.exposeFloat('mean', {
      nullable: true,
      description:
        'Mean of the index over the field. Null, a gap and not a zero, where the scene is cloudier than `maxCloudCover`, has no clear pixel, or lacks the index.',
    }),
    earlierMean: t.exposeFloat('earlierMean', {
      nullable: true,
      description:
        'Mean of the earlier years that are known at this month, day and time, each read from the straight line between its clear scenes; 29 February is 28 February there. Null where none is known.',
    }),
    earlierYears: t.exposeInt('earlierYears', {
      nullable: false,
      description: 'How many earlier years are in `earlierMean`.',
    }),
    difference: t.exposeFloat('difference', {
      nullable: true,
      description: '`mean` less `earlierMean`; null where either is unknown.',
    }),
    earthObservation: earthObservationField(t),
  }),
});

const betweenTwo = 'null below two clear scenes';

const IndexSeason = builder.objectRef<Season>('IndexSeason').implement({
  description: 'One index over a season. Scenes that are not clear are gaps: `missingScenes` counts them.',
  fields: (t) => ({
    points: t.field({
      type: [IndexSeasonPoint],
      nullable: false,
      description: 'A point for every scene, oldest first, the ones that are not clear included.',
      resolve: resolvers.property('points'),
    }),
    clearScenes: t.exposeInt('clearScenes', { nullable: false, description: 'Scenes whose `mean` is known.' }),
    missingScenes: t.exposeInt('missingScenes', { nullable: false, description: 'Scenes whose `mean` is unknown.' }),
    longestGapDays: t.exposeFloat('longestGapDays', {
      nullable: true,
      description: `Days of the longest time between two clear scenes that follow each other; ${betweenTwo}. How far to trust the others.`,
    }),
    peak: t.field({
      type: IndexSeasonPoint,
      nullable: true,
      description: 'The clear scene with the highest mean, the first of equals; null where none is clear.',
      resolve: resolvers.property('peak'),
    }),
    area: t.exposeFloat('area', {
      nullable: true,
      description: `Area under the straight lines between the clear scenes and above \`floor\`, index times days, as the seasonal integral of TIMESAT; ${betweenTwo}.`,
    }),
    change: t.exposeFloat('change', {
      nullable: true,
      description: `Mean of the latest clear scene less that of the one before; ${betweenTwo}.`,
    }),
    changeDays: t.exposeFloat('changeDays', {
      nullable: true,
      description: `Days between these two; ${betweenTwo}.`,
    }),
    provenances: provenancesField(t, 'Provenances of the scenes, earlier years included, each once.'),
  }),
});

const cloudCoverMax = 20;
const gapDaysLimit = 366;
/** Beyond any index; EVI has no bounds of its own. */
const floorMax = 1_000;

builder.objectFields(Field, (t) => ({
  indexSeason: t.field({
    type: IndexSeason,
    nullable: true,
    description:
      "One index over a season, against the field's own earlier years. Without a window: the last 90 days. One call, the one of the scenes of the same window, and one for each earlier year.",
    args: {
      index: t.arg({ type: IndexName, required: true, description: 'Which index.' }),
      ...windowArguments(t, 'Start of the window, inclusive. Defaults to 90 days ago.'),
      maxCloudCover: t.arg.float({
        defaultValue: cloudCoverMax,
        description:
          'A scene with more cloud over the field than this is not clear, in percent, 0 to 100; nor is one whose cloud cover is unknown. 100 takes every scene.',
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
        description: `The most days between two clear scenes of an earlier year that a straight line may join, 1 to ${gapDaysLimit}.`,
      }),
    },
    extensions: {
      upstreamCalls: 1,
      moreCallsWith: { since: 1 },
      callsMoreBy: 'earlierYears',
      records: sceneRecords,
      computedFrom: [
        'EarthObservation.id',
        'EarthObservation.acquired_at',
        'EarthObservation.cloud_cover',
        'EarthObservation.indices',
        'EarthObservation.source',
        'IndexStatistics.name',
        'IndexStatistics.mean',
      ],
    },
    resolve: async ({ id }, { index, maxCloudCover, earlierYears, floor, maxGapDays, ...window }, context) => {
      assertCloudCover(maxCloudCover);
      assertWithin('earlierYears', earlierYears, 0, earlierYearsMax);
      assertWithin('floor', floor, -floorMax, floorMax);
      assertWithin('maxGapDays', maxGapDays, 1, gapDaysLimit);
      const [scenes, earlier] = await Promise.all([
        scenesIn(context, id, window),
        earlierScenes(context, id, window, { years: earlierYears, days: maxGapDays }),
      ]);
      await scenes.load();
      return seasonOf(scenes.items(), earlier, {
        index,
        maxCloudCover: maxCloudCover ?? cloudCoverMax,
        floor,
        maxGapDays,
      });
    },
  }),
}));

function assertWithin(argument: string, value: number, min: number, max: number): void {
  if (value >= min && value <= max) return;
  throw invalidArgument([argument], `${argument} must be from ${min} to ${max}.`);
}
