/** One index over a season, for a chart: a point for every scene, gaps included. */
import { builder, type Components } from '../builder.ts';
import { cloudCoverOf, sceneArguments } from '../list-arguments.ts';
import { scenesIn } from '../windows/windowed-lists.ts';
import { DataSource } from '../data-source.ts';
import { IndexName, IndexStatistics, sceneOfPoint, scenesInOrder, statisticsOf } from './record.ts';
import { Field } from '../field.ts';
import { orNull, shownType } from '../field-builders.ts';
import { Fraction, supplied } from '../measures.ts';
import { sceneRecords, windowed } from '../windows/record-counts.ts';

const IndexSeriesPoint = shownType<ReturnType<typeof pointOf>>(
  'IndexSeriesPoint',
  'One scene of a series.',
  {
    acquired_at: ['DateTime', 'When the satellite passed, UTC.'],
    cloud_cover: supplied(Fraction, 'Part of the field covered by cloud', 'percent'),
    statistics: [
      orNull(IndexStatistics),
      'Statistics of the index over the clear pixels: a gap, not a zero, where no pixel was clear. Null where the scene lacks the index.',
      { computedFrom: ['EarthObservation.indices'] },
    ],
    earthObservation: sceneOfPoint,
    source: [DataSource, 'Origin of the record.'],
  },
  { shows: ['EarthObservation'] },
);

builder.objectFields(Field, (t) => ({
  indexSeries: t.field({
    type: [IndexSeriesPoint],
    description: 'One index over time, oldest first, a point for every scene. Without a window: 90 days and today.',
    args: { index: t.arg({ type: IndexName, required: true, description: 'Which index.' }), ...sceneArguments(t) },
    extensions: windowed(sceneRecords, []),
    resolve: async ({ id }, { index, maxCloudCover, ...window }, context) => {
      const { records } = await scenesIn(context, id, window, { max_cloud_cover: cloudCoverOf(maxCloudCover) });
      return records.with(scenesInOrder(await records.loadItems()).map((scene) => pointOf(scene, index)));
    },
  }),
}));

function pointOf(scene: Components['EarthObservation'], index: Parameters<typeof statisticsOf>[1]) {
  const { acquired_at, cloud_cover, source, indices } = scene;
  return { acquired_at, cloud_cover, source, statistics: statisticsOf(indices, index), earthObservation: scene };
}
