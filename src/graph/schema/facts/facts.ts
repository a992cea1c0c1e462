/** Facts that the service states about a field. Any list of the field states them. Without such a list, a short one is read. */
import { isRecord } from '../../../platform/json/is-record.ts';
import { explainForbidden, malformed } from '../../errors/gateway-error.ts';
import type { Context } from '../../operation/context.ts';
import { builder, type Components } from '../builder.ts';
import { orNull, shownType, unitArgument } from '../field-builders.ts';
import { Field, type FieldShape } from '../field.ts';
import { GeoPoint } from './geo-point.ts';
import { Area } from '../measures.ts';
import { convertNumber } from '../units.ts';

type Facts = Components['FieldFacts'];

const Crop = shownType<NonNullable<Facts['crop']>>('Crop', 'The crop of a field.', {
  name: ['String', 'Its name as people call it.'],
  eppo_code: [orNull('String'), 'EPPO code (EPPO Global Database), for example `TRZAW`. Null if unknown.'],
});

const advice = 'The API key may not read weather. Select a list that it may read: any list states this of its field.';

/** Reads a weather list for the facts of its field: most keys may read weather, and only the service knows which lists a key may read. */
const readAlone = (id: string, { weather }: Context['loaders']) =>
  weather.load({ field_id: id, limit: 1 }).catch((error) => explainForbidden(error, advice));

/** A field that shows a fact: a value that `is` accepts, or null. It rejects with UPSTREAM_ERROR for any other value. */
function fact<Name extends keyof Facts>(name: Name, what: string, is: (value: unknown) => boolean = isRecord) {
  return {
    description: `${what} Null if the service states none. Needs no call of its own next to a list of the field.`,
    extensions: { statedByLists: true, computedFrom: [`FieldFacts.${name}`, 'ListMeta.field'] },
    async resolve({ id }: FieldShape, _args: unknown, { timezones, loaders }: Context): Promise<Facts[Name] | null> {
      const facts = await timezones.loadFacts(id, name, () => readAlone(id, loaders));
      const value = facts?.[name] ?? null;
      if (value !== null && !is(value)) throw malformed(`${name} of the field is not of its type`);
      return value as Facts[Name] | null;
    },
  };
}

const area = fact('area', 'Area of the field.');

builder.objectFields(Field, (t) => ({
  name: t.string(
    fact('name', 'Name that people use for the field: `North meadow`.', (value) => typeof value === 'string'),
  ),
  crop: t.field({ type: Crop, ...fact('crop', 'The crop that grows on the field, or that is sown next.') }),
  location: t.field({ type: GeoPoint, ...fact('location', 'A point on the field, such as its centre.') }),
  area: t.field({
    type: Area.type,
    ...area,
    args: { unit: unitArgument(t, Area.unit) },
    resolve: async (field, { unit }, context) => {
      const stated = await area.resolve(field, {}, context);
      if (stated?.value === null) return null;
      return stated && unit ? { value: convertNumber('area', stated.value, stated.unit, unit), unit } : stated;
    },
  }),
}));
