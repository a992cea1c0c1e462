/** Measures: a value with its unit, each kind a type with an open enum of its units. */
import type { Components } from './builder.ts';
import { type MeasureKind, orNull, shownType } from './field-builders.ts';
import { type Measure, quantities, type Quantity, type Unit } from '../../agronomy/units.ts';
import { openEnum } from './open-enum.ts';

/** The component of the contract with the units of each quantity. */
type UnitNames = {
  [Name in keyof Components as Name extends `${infer Kind}Unit` ? Uncapitalize<Kind> : never]: Name;
};

/** The enum of the units of a quantity. */
function unitType<Kind extends Quantity>(quantity: Kind, description: string) {
  const name = `${quantity.charAt(0).toUpperCase()}${quantity.slice(1)}Unit` as UnitNames[Kind];
  const words = Object.entries<Unit>(quantities[quantity]).map(([word, unit]) => [word, unit.description]);
  return openEnum(name, description, Object.fromEntries(words));
}

/** A kind of measure, and the enum of its units, which `units` describes. */
function measureKind<Kind extends Quantity>(name: string, description: string, quantity: Kind, units: string) {
  const unit = unitType(quantity, units);
  const type = shownType<Measure>(name, description, {
    value: ['Float', 'The number, in `unit`.'],
    unit: [unit, 'The unit of `value`.'],
  });
  return { quantity, type, unit } satisfies MeasureKind;
}

export const Temperature = measureKind('Temperature', 'A temperature.', 'temperature', 'Units of temperature.');
export const Length = measureKind(
  'Length',
  'A length, or a depth of water (precipitation, evapotranspiration).',
  'length',
  'Units of length and of water depth.',
);
export const Speed = measureKind('Speed', 'A speed.', 'speed', 'Units of speed.');
export const Pressure = measureKind('Pressure', 'An air pressure.', 'pressure', 'Units of air pressure.');
export const Area = measureKind('Area', 'An area.', 'area', 'Units of area.');
export const Fraction = measureKind(
  'Fraction',
  'A part of a whole: a cover, a humidity, a probability.',
  'fraction',
  'Units of a part of a whole.',
);
export const Angle = measureKind('Angle', 'A plane angle.', 'angle', 'Units of plane angle.');
export const VolumetricWaterContent = measureKind(
  'VolumetricWaterContent',
  'Water in soil, by volume.',
  'volumetric',
  'Units of the water content of soil, by volume.',
);
export const Irradiation = measureKind(
  'Irradiation',
  'Solar energy received on a horizontal area over the interval.',
  'irradiation',
  'Units of solar energy per area.',
);
export const DegreeDayUnit = unitType('degreeDay', 'Units of accumulated temperature.');

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
