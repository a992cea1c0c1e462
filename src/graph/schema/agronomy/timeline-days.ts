/**
 * The lists of a field by local day. Each is read on its first use, once for all days, and divided once: an unselected
 * list costs no call.
 */
import { addDays, localDate } from '../../../platform/time/instant.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Context } from '../../operation/context.ts';
import type { EarthObservation } from '../../reads/earth-observations.ts';
import type { Observation } from '../../reads/observations.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { scenesInOrder } from '../earth-observations/in-order.ts';
import { limitMax } from '../list-arguments.ts';
import { datedOf } from '../weather/days.ts';
import { instantOf } from '../weather/intervals.ts';

type Reading = Pick<Context, 'loaders' | 'timezones'>;

/** Local days from `from` to before `to`. */
export interface DateSpan {
  from: string;
  to: string;
}

/** Notes by day; of the days up to `unknownThrough`, not all are known. */
interface Notes {
  byDate: Map<string, Observation[]>;
  unknownThrough: string;
}

export class Timeline {
  readonly #context: Reading;
  readonly #query: { field_id: string; from: string; to: string };
  readonly #timezone: string | null;
  #weather: Promise<ReadonlyMap<string, { record: WeatherRecord }>> | undefined;
  #scenes: Promise<Map<string, EarthObservation[]>> | undefined;
  #notes: Promise<Notes> | undefined;

  /** The service takes dates as they are meant: in the timezone of the field. */
  constructor(context: Reading, fieldId: string, span: DateSpan, timezone: string | null) {
    this.#context = context;
    this.#query = { field_id: fieldId, ...span };
    this.#timezone = timezone;
  }

  get #zone(): string {
    return this.#timezone ?? 'UTC';
  }

  async weather(date: string): Promise<WeatherRecord | null> {
    this.#weather ??= this.#readWeather();
    return (await this.#weather).get(date)?.record ?? null;
  }

  async scenes(date: string): Promise<EarthObservation[]> {
    this.#scenes ??= this.#readScenes();
    return (await this.#scenes).get(date) ?? [];
  }

  /** Null for a day of which it is not known whether these are all. */
  async notes(date: string): Promise<Observation[] | null> {
    this.#notes ??= this.#readNotes();
    const { byDate, unknownThrough } = await this.#notes;
    return date <= unknownThrough ? null : (byDate.get(date) ?? []);
  }

  async #readWeather() {
    // All that was sent: without a timezone the first day may begin before the window does.
    const { sent } = await this.#context.loaders.weather.load(this.#query);
    await sent.load();
    return datedOf(sent, this.#timezone);
  }

  async #readScenes() {
    const scenes = await this.#context.loaders.earthObservations.load(this.#query);
    await scenes.load();
    return Map.groupBy(scenesInOrder(scenes.items()), ({ acquired_at }) => dayOf(acquired_at, this.#zone));
  }

  async #readNotes(): Promise<Notes> {
    try {
      const page = await this.#context.loaders.observations.load({ ...this.#query, limit: limitMax });
      await page.observations.load();
      const notes = page.observations.items();
      return divideNotes(notes, page.hasMore ?? notes.length === limitMax, this.#zone);
    } catch (error) {
      if (!(error instanceof GatewayError && error.code === 'INCOMPLETE_UPSTREAM_DATA')) throw error;
      // A service that does not filter by time has more notes than it can send at once: nobody knows of which days.
      return { byDate: new Map(), unknownThrough: this.#query.to };
    }
  }
}

/** Notes by local day, newest first. With more to come, the day of the oldest and all before are not known whole. */
function divideNotes(sent: readonly Observation[], hasMore: boolean, zone: string): Notes {
  const notes = sent.toSorted((one, other) => Date.parse(other.observed_at) - Date.parse(one.observed_at));
  const oldest = notes.at(-1);
  return {
    byDate: Map.groupBy(notes, ({ observed_at }) => dayOf(observed_at, zone)),
    unknownThrough: hasMore && oldest ? dayOf(oldest.observed_at, zone) : '',
  };
}

function dayOf(instant: string, zone: string): string {
  return localDate(instantOf(instant), zone);
}

/** The days of a span, newest first. */
export function datesOf({ from, to }: DateSpan): string[] {
  const dates: string[] = [];
  for (let date = addDays(to, -1); date >= from; date = addDays(date, -1)) dates.push(date);
  return dates;
}
