/** Where a record comes from: every simulated or derived value says so. */
import { resolvers } from '../../executor/resolvers.ts';
import { builder, type Components } from './builder.ts';
import { orNull, shown } from './field-builders.ts';
import { malformed } from '../errors/gateway-error.ts';
import { camelCase } from '../../platform/text/camel-case.ts';
import { openEnum } from './open-enum.ts';

export const Provenance = openEnum('Provenance', 'How a record came about.', {
  measured: 'Measured at the time and place it states.',
  replayed: 'Measured, on the day `recordedOn` states, and played again on another.',
  derived: 'Computed from measured values.',
  simulated: 'Made by a model, in whole or in part. Not for decisions about a real field.',
});

export const DataSource = builder.objectRef<Components['DataSource']>('DataSource').implement({
  description: 'Origin of a record, and how far it can be trusted.',
  fields: (t) => ({
    ...shown(t, {
      name: ['String', 'Name of the data set or model.'],
      station: [orNull('String'), 'The weather station, where there is one.'],
      provenance: [Provenance, 'How the record came about.'],
    }),
    derived: t.stringList({
      nullable: false,
      description:
        'Names of the fields of this record that were computed from measured values. A record of provenance SIMULATED may have some too.',
      resolve: resolvers.computed('derived', graphNames),
    }),
    ...shown(t, {
      recorded_on: [
        orNull('Date'),
        'The day on which the values were measured. For replayed records, it is another day; for simulated ones, the day that they were made from.',
      ],
    }),
  }),
});

/** Converts names of the contract to names of the graph. Throws UPSTREAM_ERROR unless the service sent a list of strings, or none. */
function graphNames(names: unknown): string[] {
  const given = names ?? [];
  if (!Array.isArray(given) || !given.every((name) => typeof name === 'string'))
    throw malformed('source.derived is no list of strings');
  return given.map(camelCase);
}
