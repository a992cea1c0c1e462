/** Measures: a value with its unit, each kind a type with an open enum of its units. */
import type { EnumRef } from '@pothos/core';
import type { components } from '../../contract/openapi.ts';
import { type Builder, type MeasureKind, shownType } from './field-builders.ts';
import type { Measure, Quantity } from './units.ts';
import { openEnum } from './open-enum.ts';

type Schemas = components['schemas'];

function measureType(
  name: string,
  quantity: Quantity,
  unit: EnumRef<Builder, string>,
  description: string,
): MeasureKind {
  const type = shownType<Measure>(name, description, {
    value: ['Float', 'The number, in `unit`.'],
    unit: [unit, 'The unit of `value`.'],
  });
  return { quantity, type, unit };
}

export const TemperatureUnit = openEnum<Schemas['TemperatureUnit']>('TemperatureUnit', 'Units of temperature.', {
  celsius: 'Degree Celsius, UCUM `Cel`.',
  fahrenheit: 'Degree Fahrenheit, UCUM `[degF]`.',
  kelvin: 'Kelvin, UCUM `K`.',
});

export const LengthUnit = openEnum<Schemas['LengthUnit']>('LengthUnit', 'Units of length and of water depth.', {
  millimetre: 'Millimetre, UCUM `mm`. One millimetre of water is one litre a square metre.',
  centimetre: 'Centimetre, UCUM `cm`.',
  metre: 'Metre, UCUM `m`.',
  inch: 'International inch, 25.4 mm, UCUM `[in_i]`.',
});

export const SpeedUnit = openEnum<Schemas['SpeedUnit']>('SpeedUnit', 'Units of speed.', {
  metre_per_second: 'Metre per second, UCUM `m/s`.',
  kilometre_per_hour: 'Kilometre per hour, UCUM `km/h`.',
  mile_per_hour: 'International mile per hour, 0.44704 m/s, UCUM `[mi_i]/h`.',
  knot: 'International knot, 1852 m/h, UCUM `[kn_i]`.',
});

export const PressureUnit = openEnum<Schemas['PressureUnit']>('PressureUnit', 'Units of air pressure.', {
  hectopascal: 'Hectopascal, equal to a millibar, UCUM `hPa`.',
  kilopascal: 'Kilopascal, UCUM `kPa`.',
});

export const AreaUnit = openEnum<Schemas['AreaUnit']>('AreaUnit', 'Units of area.', {
  hectare: 'Hectare, 10,000 m², UCUM `har`.',
  square_metre: 'Square metre, UCUM `m2`.',
  acre: 'International acre, 4,046.8564224 m², UCUM `43560.[sft_i]`.',
});

export const FractionUnit = openEnum<Schemas['FractionUnit']>('FractionUnit', 'Units of a part of a whole.', {
  percent: 'Percent: 0 to 100 for a share, UCUM `%`.',
  fraction: 'Fraction: 0 to 1 for a share, UCUM `1`.',
});

export const AngleUnit = openEnum<Schemas['AngleUnit']>('AngleUnit', 'Units of plane angle.', {
  degree: 'Degree, UCUM `deg`.',
});

export const VolumetricUnit = openEnum<Schemas['VolumetricUnit']>(
  'VolumetricUnit',
  'Units of the water content of soil, by volume.',
  {
    cubic_metre_per_cubic_metre: 'Cubic metre of water per cubic metre of soil, UCUM `m3/m3`.',
  },
);

export const IrradiationUnit = openEnum<Schemas['IrradiationUnit']>(
  'IrradiationUnit',
  'Units of solar energy per area.',
  {
    megajoule_per_square_metre: 'Megajoule per square metre, UCUM `MJ/m2`.',
  },
);

export const DegreeDayUnit = openEnum<Schemas['DegreeDayUnit']>('DegreeDayUnit', 'Units of accumulated temperature.', {
  celsius_day: 'Degree Celsius day, UCUM `K.d`.',
  fahrenheit_day: 'Degree Fahrenheit day, 5/9 of a degree Celsius day, UCUM `[degF].d`.',
});

export const Temperature = measureType('Temperature', 'temperature', TemperatureUnit, 'A temperature.');
export const Length = measureType(
  'Length',
  'length',
  LengthUnit,
  'A length, or a depth of water (precipitation, evapotranspiration).',
);
export const Speed = measureType('Speed', 'speed', SpeedUnit, 'A speed.');
export const Pressure = measureType('Pressure', 'pressure', PressureUnit, 'An air pressure.');
export const Area = measureType('Area', 'area', AreaUnit, 'An area.');
export const Fraction = measureType(
  'Fraction',
  'fraction',
  FractionUnit,
  'A part of a whole: a cover, a humidity, a probability.',
);
export const Angle = measureType('Angle', 'angle', AngleUnit, 'A plane angle.');
export const VolumetricWaterContent = measureType(
  'VolumetricWaterContent',
  'volumetric',
  VolumetricUnit,
  'Water in soil, by volume.',
);
export const Irradiation = measureType(
  'Irradiation',
  'irradiation',
  IrradiationUnit,
  'Solar energy received on a horizontal area over the interval.',
);
