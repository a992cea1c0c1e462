/** The contract's records and queries under short names. Types alone. */
import type { components, operations } from '../../contract/openapi.ts';

type Schemas = components['schemas'];
type Query<Operation extends 'getWeather' | 'getEarthObservations' | 'listObservations'> =
  operations[Operation]['parameters']['query'];

export type WeatherRecord = Schemas['WeatherRecord'];
export type EarthObservation = Schemas['EarthObservation'];
export type Observation = Schemas['Observation'];
export type ObservationInput = Schemas['ObservationInput'];
export type ListMeta = Schemas['ListMeta'];
export type WeatherQuery = Query<'getWeather'>;
export type EarthObservationsQuery = Query<'getEarthObservations'>;
export type ObservationsQuery = Query<'listObservations'>;
