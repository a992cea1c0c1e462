/** Weather of one field in any timezone, and replies of services: complete ones, and ones that ignore the window and state nothing. */
import type { components } from '../../src/contract/openapi.ts';
import { addDays, formatInstant, type LocalDate, startOfDay } from '../../src/platform/time/instant.ts';
import { type RecordedCall, type Reply, weatherDay } from './recorded-service.ts';

type WeatherRecord = components['schemas']['WeatherRecord'];
type More = (index: number) => Partial<WeatherRecord>;

export const zones =
  `UTC Europe/London Europe/Berlin Africa/Lagos Africa/Casablanca Asia/Kolkata Asia/Kathmandu Asia/Tehran
  Australia/Lord_Howe Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Kiritimati America/St_Johns America/Sao_Paulo America/Los_Angeles Etc/GMT+12`.split(
    /\s+/,
  );

/** Daily records of a field in a timezone: 10 to 20 degrees Celsius and 2 mm unless `more` overrides them. */
export function zonedDays(zone: string, first: LocalDate, count: number, more: More = () => ({})): WeatherRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(first, index);
    return weatherDay('fld_a', {
      starts_at: formatInstant(startOfDay(date, zone)),
      ends_at: formatInstant(startOfDay(addDays(date, 1), zone)),
      date,
      temperature_min: { value: 10, unit: 'celsius' },
      temperature_max: { value: 20, unit: 'celsius' },
      precipitation: { value: 2, unit: 'millimetre' },
      et0: { value: 1, unit: 'millimetre' },
      ...more(index),
    });
  });
}

/** The reply of a service that knows every parameter and states its window and timezone. */
export function wholeReply(records: WeatherRecord[], zone: string) {
  const bound = (text: string) => (text.length === 10 ? startOfDay(text, zone) : Date.parse(text));
  return ({ query: { field_id = '', from = '', to = '', granularity = 'daily' } }: Pick<RecordedCall, 'query'>) => {
    const [fromMs, toMs] = [bound(from), bound(to)];
    const isRequested = (record: WeatherRecord) => {
      const startMs = Date.parse(record.starts_at);
      return record.granularity === granularity && startMs >= fromMs && startMs < toMs;
    };
    const meta = { field_id, timezone: zone, from: formatInstant(fromMs), to: formatInstant(toMs) };
    return { body: { data: records.filter(isRequested), meta } };
  };
}

/** The reply of a service that knows only `field_id`: all records, without window or timezone. */
export const lesserReply = (records: WeatherRecord[]) => (): Reply => ({ body: { data: records } });
