/** The demo's crops, made up as examples: the greenness of each through the year (Beck et al. 2006, double logistic), and its notes. */
import type { ObservationInput } from '../records/observation.ts';
import data from './crops.json' with { type: 'json' };

/** A note that a scout might write of a crop sown on its usual day. Growth stages are BBCH codes, organisms carry EPPO codes. */
export interface ExampleNote
  extends Omit<ObservationInput, 'field_id' | 'observed_at' | 'location' | 'author' | 'tags'> {
  /** Month and day, `05-12`. */
  on: string;
}

export interface Crop {
  name: string;
  eppo_code: string | null;
  /** NDVI of a year: from the winter value to the maximum and back, at given days of the year with given slopes per day. */
  curve: (typeof data)[number]['curve'];
  notes: readonly ExampleNote[];
}

export const crops = data as readonly Crop[];
