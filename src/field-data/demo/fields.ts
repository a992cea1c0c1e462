/** The sixty public demo fields, half of them around each station, with different crops and sowing dates. */
import type { Field, Registry } from '../store/store.ts';
import { type Crop, crops } from './crops.ts';
import names from './field-names.json' with { type: 'json' };
import { createRandom, round } from './random.ts';
import { type Station, stations } from './weather/station-days.ts';

/** A demo field, and what its data are made from. */
export interface DemoField extends Field {
  /** `demo_01`, from which the ids of its records are made. */
  key: string;
  station: Station;
  /** Height over the station, made up. */
  metresAbove: number;
  plant: Crop;
  /** Days by which this field is sown, and develops, later than usual for the crop. */
  delayDays: number;
  hectares: number;
  hasScenes: boolean;
  /** Day of the satellite's revisit period on which it passes over the field. */
  scenePhase: number;
  hasNotes: boolean;
}

const fieldsCount = 60;
const withoutScenes = 59;
const withoutNotes = 60;
const delayDaysMax = 12;
// A tenth of a degree Celsius: fields nearer in height would show equal temperatures.
const metresApart = 16;
// Has no common factor with the number of fields of a station, so that consecutive fields are far apart in height.
const heightStride = 7;

/** Days between two scenes of a field. */
export const revisitDays = 5;

function createDemoField(number: number): DemoField {
  const key = `demo_${String(number).padStart(2, '0')}`;
  const random = createRandom(`field ${key}`);
  const station = number % 2 === 1 ? stations.Seattle : stations['New York'];
  const ofStation = Math.floor((number - 1) / 2);
  const plant = crops[ofStation % crops.length];
  if (!plant) throw new Error('The demo has no crops.');
  // Within some thirty kilometres of the station, whose weather it shows.
  const latitude = round(station.latitude + (random() - 0.5) * 0.5, 5);
  const longitude = round(station.longitude + (random() - 0.5) * 0.6, 5);
  const delayDays = Math.round((random() * 2 - 1) * delayDaysMax);
  const hectares = round(4 + random() * 26, 1);
  return {
    id: `fld_${key}`,
    key,
    account: null,
    demo: true,
    timezone: station.timezone,
    latitude,
    longitude,
    name: names[number - 1] ?? null,
    crop: plant.name,
    eppo: plant.eppo_code,
    hectares,
    station,
    metresAbove: ((ofStation * heightStride) % (fieldsCount / 2)) * metresApart,
    plant,
    delayDays,
    hasScenes: number !== withoutScenes,
    scenePhase: number % revisitDays,
    hasNotes: number !== withoutNotes,
  };
}

/** The demo fields by id. */
export const demoFields: ReadonlyMap<string, DemoField> = new Map(
  Array.from({ length: fieldsCount }, (_, index) => createDemoField(index + 1)).map((field) => [field.id, field]),
);

/** A store that also finds the demo fields. */
export function withDemoFields<Known extends Pick<Registry, 'findField' | 'findFields'>>(stored: Known): Known {
  return {
    ...stored,
    findField: async (id: string) => demoFields.get(id) ?? stored.findField(id),
    async findFields(ids: readonly string[]) {
      const others = await stored.findFields(ids.filter((id) => !demoFields.has(id)));
      return [...ids.flatMap((id) => demoFields.get(id) ?? []), ...others];
    },
  };
}
