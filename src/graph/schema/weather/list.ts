/** The weather of a field, in a window. */
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { knownWord, windowArguments } from '../list-arguments.ts';
import { Granularity, WeatherKind, WeatherRecord } from './record.ts';

builder.objectFields(Field, (t) => ({
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
}));
