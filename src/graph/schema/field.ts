/** The field: known by its id alone and resolved without a call. Each of its lists is one call, and fails alone. */
import { builder } from './builder.ts';
import { assertFieldId } from './field-id.ts';
import { assertCloudCover, assertLimit, knownWord, windowArguments } from './list-arguments.ts';
import { EarthObservation } from './earth-observations/record.ts';
import { Node, type NodeShape } from './node.ts';
import { Observation, ObservationCategory } from './observations/record.ts';
import { Granularity, WeatherKind, WeatherRecord } from './weather/record.ts';

export type FieldShape = NodeShape;

export const SortOrder = builder.enumType('SortOrder', {
  description: 'Order of a list by time.',
  values: {
    ASC: { value: 'asc', description: 'Oldest first.' },
    DESC: { value: 'desc', description: 'Newest first.' },
  } as const,
});

export const Field = builder.objectRef<FieldShape>('Field');

Field.implement({
  description:
    'An agricultural field. Naming one costs nothing and proves nothing: an unknown field, or one not visible to the caller, is NOT_FOUND on each of its lists.',
  interfaces: [Node],
  isTypeOf: () => true,
  fields: (t) => ({
    weather: t.field({
      type: [WeatherRecord],
      nullable: { list: true, items: false },
      description: 'Weather, oldest first. Without a window: the 7 days behind and the 7 days ahead.',
      args: {
        ...windowArguments(
          t,
          'Start of the window, inclusive; 7 days ago where left out.',
          'End of the window, exclusive; 7 days ahead where left out. At most 366 days after `from`.',
        ),
        granularity: t.arg({
          type: Granularity,
          required: true,
          defaultValue: 'daily',
          description: 'One record a day or an hour.',
        }),
        kind: t.arg({ type: WeatherKind, description: 'Only observed or only forecast records; both where left out.' }),
      },
      extensions: { upstreamCalls: 1 },
      resolve: async ({ id }, { from, to, granularity, kind }, { loaders }) => {
        const { records } = await loaders.weather.load({
          field_id: id,
          from: from ?? undefined,
          to: to ?? undefined,
          // The contract's own default is left out, so that a service without the parameter is asked nothing it does not know.
          granularity: granularity === 'hourly' ? granularity : undefined,
          kind: knownWord(kind),
        });
        return records;
      },
    }),
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
    observations: t.field({
      type: [Observation],
      nullable: { list: true, items: false },
      description: 'Notes about the field, newest first.',
      args: {
        limit: t.arg.int({ required: true, defaultValue: 25, description: 'At most this many, 1 to 100.' }),
        ...windowArguments(t, 'Only notes observed at or after this.', 'Only notes observed before this.'),
        category: t.arg({ type: ObservationCategory, description: 'Only notes of this category.' }),
      },
      extensions: { upstreamCalls: 1 },
      resolve: async ({ id }, { limit, from, to, category }, { loaders }) => {
        assertLimit(limit, 'limit');
        const page = await loaders.observations.load({
          field_id: id,
          limit,
          from: from ?? undefined,
          to: to ?? undefined,
          category: knownWord(category),
        });
        return page.observations;
      },
    }),
  }),
});

builder.queryFields((t) => ({
  field: t.field({
    type: Field,
    nullable: true,
    description: 'A field by its id, without a call. A malformed id is null with BAD_USER_INPUT.',
    args: { id: t.arg.id({ required: true, description: 'Field id, `fld_…`.' }) },
    resolve: (_root, { id }) => {
      assertFieldId(id);
      return { id };
    },
  }),
  fields: t.field({
    type: [Field],
    nullable: { list: false, items: true },
    description:
      'Fields by their ids, in the order asked, without a call. A malformed id is null with BAD_USER_INPUT at its place.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Field ids, at most `IDS_MAX` (100 unless set otherwise).' }),
    },
    extensions: { idsArgument: 'ids' },
    resolve: (_root, { ids }) => ids.map(toField),
  }),
}));

/** A field, or the error that GraphQL puts at this place of the list alone. */
function toField(id: string): FieldShape {
  try {
    assertFieldId(id, ['ids']);
    return { id };
  } catch (error) {
    return error as never;
  }
}
