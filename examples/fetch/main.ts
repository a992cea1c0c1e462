/** A dashboard: the newest data of several fields in one request, in US units. */
import { settings } from '../settings.ts';
import { graphql } from './__generated__/gql.ts';
import { request } from './request.ts';

const Dashboard = graphql(`
  query Dashboard($ids: [ID!]!) {
    fields(ids: $ids) {
      id
      latestWeather {
        date
        temperatureMax(unit: FAHRENHEIT) { value }
        precipitation(unit: INCH) { value }
      }
      latestEarthObservation(maxCloudCover: 40) {
        acquiredAt
        index(name: NDVI) { mean }
      }
      latestObservation { text }
    }
  }
`);

// The last field does not exist: its lists are null with NOT_FOUND, and the other fields still have data.
const { data, errors } = await request(settings, Dashboard, { ids: [settings.fieldId, 'fld_demo_02', 'fld_nowhere'] });

/** Every measure can be null: a missing value is unknown, not zero. */
const shown = (value: number | null | undefined, digits: number) => value?.toFixed(digits) ?? 'unknown';

for (const field of data?.fields ?? []) {
  if (!field?.latestWeather) continue;
  const { latestWeather: weather, latestEarthObservation: scene, latestObservation: note } = field;
  console.log(`${field.id} on ${weather.date}`);
  console.log(
    `  high ${shown(weather.temperatureMax?.value, 0)} °F, rain ${shown(weather.precipitation?.value, 2)} in`,
  );
  console.log(scene ? `  NDVI ${shown(scene.index?.mean, 2)} on ${scene.acquiredAt}` : '  no clear view from above');
  console.log(`  newest observation: ${note?.text ?? 'none'}`);
}
for (const { path, extensions, message } of errors)
  console.log(`${path?.join('.') ?? 'request'}: ${extensions?.code ?? 'ERROR'}: ${message}`);
