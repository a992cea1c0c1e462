/** The satellite scenes over a field, in a window. */
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { assertCloudCover, SortOrder, windowArguments } from '../list-arguments.ts';
import { EarthObservation } from './record.ts';

builder.objectFields(Field, (t) => ({
  earthObservations: t.field({
    type: [EarthObservation],
    nullable: { list: true, items: false },
    description: 'Satellite scenes. Without a window: the last 90 days.',
    args: {
      ...windowArguments(
        t,
        'Start of the window, inclusive; 90 days ago where left out.',
        'End of the window, exclusive; now where left out. At most 366 days after `from`.',
      ),
      maxCloudCover: t.arg.float({
        description: 'Leave out scenes with more cloud over the field than this, in percent, 0 to 100.',
      }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: 'asc', description: 'Order by `acquiredAt`.' }),
    },
    extensions: { upstreamCalls: 1 },
    resolve: ({ id }, { from, to, maxCloudCover, order }, { loaders }) => {
      assertCloudCover(maxCloudCover);
      return loaders.earthObservations.load({
        field_id: id,
        from: from ?? undefined,
        to: to ?? undefined,
        max_cloud_cover: maxCloudCover ?? undefined,
        order: order === 'desc' ? order : undefined,
      });
    },
  }),
}));
