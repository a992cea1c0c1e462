import { expect, test } from 'vitest';
import { crops } from '../../../src/field-data/demo/crops.ts';
import { createSchemaCheck } from '../../../src/field-data/records/validation.ts';

const check = createSchemaCheck('ObservationInput');

test.each(crops)('the example observations of $name are valid by the contract', ({ name, curve, notes }) => {
  expect(notes.flatMap(({ on, ...note }) => check({ ...note, field_id: 'fld_demo_01' }))).toEqual([]);
  expect(notes.filter(({ on }) => Number.isNaN(Date.parse(`2025-${on}`)))).toEqual([]);
  expect(curve.winter, name).toBeLessThan(curve.max);
});
