/** The bounds of measures: they refuse the values that files use to mark missing data. */
import { expect, it } from 'vitest';
import description from '../../../schema/openapi.json' with { type: 'json' };
import { convertMeasures } from '../../../src/field-data/import/measures.ts';

const { schemas } = description.components;
/** The measures of the API description, each with one of its units. */
const measures = Object.entries(schemas).flatMap(([name, schema]) => {
  const { unit } = ('properties' in schema ? schema.properties : {}) as { unit?: { $ref?: string } };
  const units = schemas[unit?.$ref?.split('/').at(-1) as 'TemperatureUnit'];
  return units ? [[`#/components/schemas/${name}`, JSON.stringify(units).match(/\["(\w+)"/)?.[1]] as const] : [];
});
const properties = (['WeatherRecord', 'EarthObservation', 'SoilLayer', 'DegreeDays'] as const).flatMap((record) =>
  Object.entries(schemas[record].properties).flatMap(([property, value]) => {
    const unit = measures.find(([reference]) => JSON.stringify(value).includes(`"${reference}"`))?.[1];
    return unit === undefined ? [] : [[record, property, unit] as const];
  }),
);

it('the test finds the measures of the API description', () => expect(properties.length).toBeGreaterThan(25));

it.each(properties)('%s.%s has bounds in agronomy/bounds.ts, which refuse -9999', (_record, property, unit) => {
  expect(convertMeasures({ [property]: { value: -9999, unit } })).toEqual([
    expect.stringMatching(new RegExp(`^${property} must be `)),
  ]);
});

it('the mean of an index has the bounds that the API description states', () => {
  const stated = [...schemas.IndexName.description.matchAll(/`(\w+)` = .*; (-?\d) to (\d)/g)];
  expect(stated.map(([, name]) => name)).toEqual(['ndvi', 'ndmi', 'ndre', 'savi', 'msavi']);
  for (const [, name, low, high] of stated) {
    const meanOf = (mean: number) => convertMeasures({ indices: [{ name, mean }] });
    expect([Number(low), Number(high)].flatMap(meanOf)).toEqual([]);
    expect(meanOf(Number(high) + 0.1)).toEqual([`indices/0/mean must be ${low} to ${high}, not ${Number(high) + 0.1}`]);
  }
});
