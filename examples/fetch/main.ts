/** A dashboard: the newest of everything for many fields in one request, in the units of a US partner. */
import { settings } from '../settings.ts';
import { graphql } from './__generated__/gql.ts';
import { ask } from './ask.ts';

const Dashboard = graphql(`
  query Dashboard($ids: [ID!]!) {
    fields(ids: $ids) {
      id
      weather(kind: OBSERVED) {
        date
        temperatureMax(unit: FAHRENHEIT) { value }
        precipitation(unit: INCH) { value }
      }
      earthObservations(maxCloudCover: 40, order: DESC) {
        acquiredAt
        index(name: NDVI) { mean }
      }
      observations(limit: 1) {
        observedAt
        text
      }
    }
  }
`);

// The last field does not exist: its lists are null with NOT_FOUND, and the other fields come all the same.
const ids = [settings.fieldId, 'fld_demo_02', 'fld_nowhere'];
const { data, errors } = await ask(settings, Dashboard, { ids });

for (const field of data?.fields ?? []) {
  const weather = field?.weather?.at(-1);
  const scene = field?.earthObservations?.at(0);
  if (weather === undefined) continue;
  console.log(`${field?.id} on ${weather.date}`);
  console.log(
    `  high ${weather.temperatureMax?.value.toFixed(0) ?? '?'} °F, rain ${weather.precipitation?.value.toFixed(2) ?? '?'} in`,
  );
  console.log(`  NDVI ${scene?.index?.mean?.toFixed(2) ?? '?'} on ${scene?.acquiredAt ?? '?'}`);
  console.log(`  newest note: ${field?.observations?.at(0)?.text ?? 'none'}`);
}
for (const { path, extensions, message } of errors) console.log(`${path?.join('.')}: ${extensions.code}: ${message}`);
