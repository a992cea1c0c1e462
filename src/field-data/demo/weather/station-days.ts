/** The real days: NOAA's daily records of two stations, 2012 to 2015, and which of them any other day replays. See PROVENANCE.md. */
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import type { LocalDate } from '../../../platform/time/instant.ts';

type StationName = 'Seattle' | 'New York';

/** A weather station. The demo's fields are around it. */
export interface Station {
  name: StationName;
  timezone: string;
  latitude: number;
  longitude: number;
}

export const stations: Readonly<Record<StationName, Station>> = {
  Seattle: { name: 'Seattle', timezone: 'America/Los_Angeles', latitude: 47.44, longitude: -122.31 },
  'New York': { name: 'New York', timezone: 'America/New_York', latitude: 40.78, longitude: -73.97 },
};

/** The measurements of one day: mm, degrees Celsius, m/s. */
export interface StationDay {
  recordedOn: LocalDate;
  precipitation: number;
  temperatureMax: number;
  temperatureMin: number;
  windSpeed: number;
  weather: 'sun' | 'drizzle' | 'rain' | 'fog' | 'snow';
}

/** The first recorded day. */
export const firstDay: LocalDate = '2012-01-01';
const firstYear = 2012;
const years = 4;
const fileSha256 = '27219f1ca8dbd94c9b6f4b9f4f52ab2f1eb33dfdcf719cd9fc6481ed50b74549';

let days: Map<string, StationDay> | undefined;

function readDays(): Map<string, StationDay> {
  const bytes = readFileSync(new URL('./noaa-daily.csv', import.meta.url));
  if (hash('sha256', bytes) !== fileSha256) throw new Error('noaa-daily.csv is not the file PROVENANCE.md describes.');
  const [, ...lines] = bytes.toString('utf8').trimEnd().split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const [station, date = '', precipitation, max, min, wind, weather] = line.split(',');
      const day: StationDay = {
        recordedOn: date,
        precipitation: Number(precipitation),
        temperatureMax: Number(max),
        temperatureMin: Number(min),
        windSpeed: Number(wind),
        weather: weather as StationDay['weather'],
      };
      return [`${station} ${date}`, day];
    }),
  );
}

/** The real day that a date replays: itself from 2012 to 2015, else the same day in the year of these that matches in the leap cycle. */
export function replayedDay(station: StationName, date: LocalDate): StationDay {
  days ??= readDays();
  const year = Number(date.slice(0, 4));
  const replayed = firstYear + ((((year - firstYear) % years) + years) % years);
  const day = days.get(`${station} ${replayed}${date.slice(4)}`);
  // A year divisible by four replays 2012, which has a 29 February.
  if (!day) throw new Error(`No record of ${station} for ${date}.`);
  return day;
}
