/** The satellite scenes over a field, in a window. */
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { defaultedArgument } from '../field-builders.ts';
import { cloudCoverOf, EarthObservationOrder, sceneArguments } from '../list-arguments.ts';
import { recordsOf, scenesIn } from '../windows/windowed-lists.ts';
import { EarthObservation } from './record.ts';
import { sceneRecords, windowed } from '../windows/record-counts.ts';

builder.objectFields(Field, (t) => ({
  earthObservations: t.field({
    type: [EarthObservation],
    description: 'Satellite scenes. Without a window: 90 days and today.',
    args: { ...sceneArguments(t), order: defaultedArgument(t, EarthObservationOrder, 'asc', 'Order by `acquiredAt`.') },
    extensions: windowed(sceneRecords, []),
    resolve: ({ id }, args, context) =>
      scenesIn(context, id, args, {
        max_cloud_cover: cloudCoverOf(args.maxCloudCover),
        order: args.order === 'desc' ? args.order : undefined,
      }).then(recordsOf),
  }),
}));
