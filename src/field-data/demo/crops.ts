/** The demo's crops: how green each is through the year (Beck et al. 2006, double logistic), made up as an example, and its notes. */
import { type ExampleNote, exampleNotes } from './example-notes.ts';

/** NDVI of a year: from the winter value to the maximum and back, at given days of the year with given slopes per day. */
export interface GreenCurve {
  winter: number;
  max: number;
  greenUpDay: number;
  greenUpSlope: number;
  senescenceDay: number;
  senescenceSlope: number;
}

export interface Crop {
  name: string;
  curve: GreenCurve;
  notes: readonly ExampleNote[];
}

const curves: Record<keyof typeof exampleNotes, GreenCurve> = {
  'winter wheat': {
    winter: 0.32,
    max: 0.86,
    greenUpDay: 88,
    greenUpSlope: 0.07,
    senescenceDay: 186,
    senescenceSlope: 0.11,
  },
  maize: { winter: 0.18, max: 0.84, greenUpDay: 168, greenUpSlope: 0.1, senescenceDay: 262, senescenceSlope: 0.09 },
  soybean: { winter: 0.17, max: 0.82, greenUpDay: 176, greenUpSlope: 0.1, senescenceDay: 256, senescenceSlope: 0.13 },
  potato: { winter: 0.16, max: 0.85, greenUpDay: 152, greenUpSlope: 0.12, senescenceDay: 236, senescenceSlope: 0.12 },
  'spring barley': {
    winter: 0.19,
    max: 0.84,
    greenUpDay: 122,
    greenUpSlope: 0.09,
    senescenceDay: 198,
    senescenceSlope: 0.12,
  },
  apple: { winter: 0.36, max: 0.8, greenUpDay: 112, greenUpSlope: 0.08, senescenceDay: 300, senescenceSlope: 0.07 },
  grassland: { winter: 0.5, max: 0.87, greenUpDay: 84, greenUpSlope: 0.06, senescenceDay: 292, senescenceSlope: 0.05 },
  'white cabbage': {
    winter: 0.2,
    max: 0.8,
    greenUpDay: 178,
    greenUpSlope: 0.08,
    senescenceDay: 300,
    senescenceSlope: 0.1,
  },
};

export const crops: readonly Crop[] = Object.entries(exampleNotes).map(([name, notes]) => ({
  name,
  curve: curves[name as keyof typeof exampleNotes],
  notes,
}));
