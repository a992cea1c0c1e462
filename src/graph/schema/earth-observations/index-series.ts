/** One index over a season, for a chart: a point for every scene, gaps included. */
import type { components } from '../../../contract/openapi.ts';
import { builder } from '../builder.ts';
import { assertCloudCover } from '../list-arguments.ts';
import { windowArguments } from '../windows/arguments.ts';
import { scenesIn } from '../windows/windowed-lists.ts';
import { DataSource } from '../data-source.ts';
import { scenesInOrder } from './in-order.ts';
import { IndexName, indexStatisticsFields, statisticsOf } from './record.ts';
import { Field } from '../field.ts';
import { quantity } from '../field-builders.ts';
import { Fraction } from '../measures.ts';
import { sceneRecords } from '../windows/record-counts.ts';

type Schemas = components['schemas'];
type Point = Pick<Schemas['EarthObservation'], 'id' | 'acquired_at' | 'cloud_cover' | 'source'> &
  Omit<Schemas['IndexStatistics'], 'name'>;

const IndexSeriesPoint = builder.objectRef<Point>('IndexSeriesPoint').implement({
  extensions: { shows: ['EarthObservation', 'IndexStatistics'] },
  description:
    'One scene of a series. Its statistics are null where no pixel was clear, or the scene lacks the index: a gap, not a zero.',
  fields: (t) => ({
    earthObservationId: t.exposeID('id', { nullable: false, description: 'Id of the earth observation, `eo_…`.' }),
    acquiredAt: t.expose('acquired_at', {
      type: 'DateTime',
      nullable: false,
      description: 'When the satellite passed, UTC.',
    }),
    cloudCover: quantity(t, Fraction, 'cloud_cover', 'Part of the field covered by cloud; sent in percent.'),
    ...indexStatisticsFields(t),
    source: t.expose('source', { type: DataSource, nullable: false, description: 'Where the record comes from.' }),
  }),
});

builder.objectFields(Field, (t) => ({
  indexSeries: t.field({
    type: [IndexSeriesPoint],
    nullable: { list: true, items: false },
    description: 'One index over time, oldest first, a point for every scene. Without a window: the last 90 days.',
    args: {
      index: t.arg({ type: IndexName, required: true, description: 'Which index.' }),
      ...windowArguments(t, 'Start of the window, inclusive; 90 days ago where left out.'),
      maxCloudCover: t.arg.float({
        description: 'Only scenes known to have at most this much cloud over the field, in percent, 0 to 100.',
      }),
    },
    extensions: { upstreamCalls: 1, moreCallsWith: { since: 1 }, records: sceneRecords },
    resolve: async ({ id }, { index, maxCloudCover, ...window }, context) => {
      assertCloudCover(maxCloudCover);
      const scenes = await scenesIn(context, id, window, { max_cloud_cover: maxCloudCover ?? undefined });
      await scenes.load();
      return scenesInOrder(scenes.items()).map((scene): Point => {
        const { id: sceneId, acquired_at, cloud_cover, source, indices } = scene;
        return {
          ...statisticsOf(indices, index),
          id: sceneId,
          acquired_at,
          cloud_cover,
          source,
        };
      });
    },
  }),
}));
