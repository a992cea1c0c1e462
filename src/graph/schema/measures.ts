/** Measures: a value with its unit, each kind a type with an open enum of its units. */
import type { Components } from './builder.ts';
import { type MeasureKind, orNull, shownType } from './field-builders.ts';
import { quantities, type Quantity } from '../../agronomy/units.ts';
import type { Measure } from './units.ts';
import { openEnum } from './open-enum.ts';

type Described = { description: string };
type UnitName = Extract<keyof Components, `${string}Unit`>;

/** The enum of the units of a quantity. A word that only the contract has is a type error, and so is one that only units.ts converts. */
function unitType<Name extends UnitName, Units extends Record<Exclude<Components[Name], 'unknown'>, Described>>(
  name: Name,
  description: string,
  units: Units & Record<Exclude<keyof Units, Components[Name]>, never>,
) {
  const words = Object.entries<Described>(units).map(([word, unit]) => [word, unit.description]);
  return openEnum(name, description, Object.fromEntries(words));
}

function measureType(name: string, description: string, quantity: Quantity, unit: MeasureKind['unit']): MeasureKind {
  const type = shownType<Measure>(name, description, {
    value: ['Float', 'The number, in `unit`.'],
    unit: [unit, 'The unit of `value`.'],
  });
  return { quantity, type, unit };
}

const { temperature, length, speed, pressure, area, fraction, angle, volumetric, irradiation, degreeDay } = quantities;

export const TemperatureUnit = unitType('TemperatureUnit', 'Units of temperature.', temperature);
export const LengthUnit = unitType('LengthUnit', 'Units of length and of water depth.', length);
const SpeedUnit = unitType('SpeedUnit', 'Units of speed.', speed);
const PressureUnit = unitType('PressureUnit', 'Units of air pressure.', pressure);
export const AreaUnit = unitType('AreaUnit', 'Units of area.', area);
export const FractionUnit = unitType('FractionUnit', 'Units of a part of a whole.', fraction);
const AngleUnit = unitType('AngleUnit', 'Units of plane angle.', angle);
const VolumetricUnit = unitType('VolumetricUnit', 'Units of the water content of soil, by volume.', volumetric);
const IrradiationUnit = unitType('IrradiationUnit', 'Units of solar energy per area.', irradiation);
export const DegreeDayUnit = unitType('DegreeDayUnit', 'Units of accumulated temperature.', degreeDay);

export const Temperature = measureType('Temperature', 'A temperature.', 'temperature', TemperatureUnit);
export const Length = measureType(
  'Length',
  'A length, or a depth of water (precipitation, evapotranspiration).',
  'length',
  LengthUnit,
);
export const Speed = measureType('Speed', 'A speed.', 'speed', SpeedUnit);
export const Pressure = measureType('Pressure', 'An air pressure.', 'pressure', PressureUnit);
export const Area = measureType('Area', 'An area.', 'area', AreaUnit);
export const Fraction = measureType(
  'Fraction',
  'A part of a whole: a cover, a humidity, a probability.',
  'fraction',
  FractionUnit,
);
export const Angle = measureType('Angle', 'A plane angle.', 'angle', AngleUnit);
export const VolumetricWaterContent = measureType(
  'VolumetricWaterContent',
  'Water in soil, by volume.',
  'volumetric',
  VolumetricUnit,
);
export const Irradiation = measureType(
  'Irradiation',
  'Solar energy received on a horizontal area over the interval.',
  'irradiation',
  IrradiationUnit,
);

/** A measure that the graph computes in the unit of the request: the argument `unit` of the enclosing field. */
export const requested = <Kind extends MeasureKind>(kind: Kind) => ({
  ...kind,
  defaultUnit: 'the argument `unit` of the enclosing field',
});

/** A depth of water that the graph computes. */
export const WaterDepth = { ...Length, defaultUnit: 'millimetres' };

/** For `shown`: a measure that may be missing, and the unit in which the service supplies it. */
export function supplied(kind: MeasureKind, what: string, units: string) {
  return [orNull(kind), `${what}. The service supplies ${units}.`] as const;
}
