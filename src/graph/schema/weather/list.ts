/** The weather of a field, in a window. */
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { defaultedArgument } from '../field-builders.ts';
import { knownWord } from '../list-arguments.ts';
import { lastArgument, nextArgument, windowArgumentsAhead } from '../windows/arguments.ts';
import { recordsOf, weatherIn } from '../windows/windowed-lists.ts';
import { WeatherGranularity, WeatherKind, WeatherRecord } from './record.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';

builder.objectFields(Field, (t) => ({
  weather: t.field({
    type: [WeatherRecord],
    description: 'Weather, oldest first. Without a window: the last 7 and the next 7 days.',
    args: {
      ...windowArgumentsAhead(t),
      last: lastArgument(t, { hasHours: true }),
      next: nextArgument(t, { hasHours: true }),
      granularity: defaultedArgument(t, WeatherGranularity, 'daily', 'One record a day or an hour.'),
      kind: t.arg({ type: WeatherKind, description: 'Only observed or only forecast records. Defaults to both.' }),
    },
    extensions: windowed(weatherRecords(), []),
    resolve: ({ id }, args, context) => {
      const filters = { granularity: knownWord(args.granularity), kind: knownWord(args.kind) };
      return weatherIn(context, id, args, filters).then(recordsOf);
    },
  }),
}));
