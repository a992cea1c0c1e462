/** Inputs for soil, crop and irrigation, which the contract does not have. All depths are net millimetres. */
import { assertNoFaults, type InputFault, rangeFault } from '../../errors/gateway-error.ts';
import { builder } from '../builder.ts';

const waterMax = 10_000;
const kcMax = 2;
const depthMax = 1_000;
const pointsMax = 100;
const irrigationsMax = 400;

export const RootZoneInput = builder.inputType('RootZoneInput', {
  description:
    'Water storage of the root zone, in millimetres (FAO-56, chapter 8). Only the caller knows soil and crop.',
  fields: (t) => ({
    totalAvailableWater: t.float({
      required: true,
      description: `Water between field capacity and wilting point over the depth of the roots, in millimetres, above 0 and at most ${waterMax}: 1000 times the difference of both (m³/m³) times the depth (m), FAO-56 equation 82.`,
    }),
    depletionFraction: t.float({
      required: true,
      defaultValue: 0.5,
      description: 'Part of it that the crop takes before it suffers, `p`, above 0 and below 1 (FAO-56, table 22).',
    }),
    initialDepletion: t.float({
      required: true,
      description:
        'Deficit on the morning of the first day, in millimetres below field capacity: 0 after heavy rain, at most `totalAvailableWater` (FAO-56, equation 87).',
    }),
  }),
});

export const CropCoefficientInput = builder.inputType('CropCoefficientInput', {
  description:
    'A point of the curve of the crop coefficient (FAO-56, figure 34): between points it is a straight line.',
  fields: (t) => ({
    date: t.field({ type: 'Date', required: true, description: 'A local day, later than that of the point before.' }),
    kc: t.float({ required: true, description: `The coefficient on that day, 0 to ${kcMax} (FAO-56, table 12).` }),
  }),
});

export const IrrigationInput = builder.inputType('IrrigationInput', {
  description: 'Irrigation on a day. Amounts of one day add up. Days outside the window are ignored.',
  fields: (t) => ({
    date: t.field({ type: 'Date', required: true, description: 'The local day.' }),
    depth: t.float({
      required: true,
      description: `Water that reached the root zone, in net millimetres, 0 to ${depthMax}.`,
    }),
  }),
});

/** The arguments of a request. */
export interface WaterInput {
  rootZone: typeof RootZoneInput.$inferInput;
  cropCoefficients: readonly (typeof CropCoefficientInput.$inferInput)[];
  irrigation: readonly (typeof IrrigationInput.$inferInput)[];
}

/** Throws BAD_USER_INPUT with every error of the arguments. */
export function assertWaterInput({ rootZone, cropCoefficients, irrigation }: WaterInput): void {
  const errors: InputFault[] = [];
  const addFault = (code: InputFault['code'] | undefined, path: (string | number)[], message: string) => {
    if (code) errors.push({ path: path.map(String), code, message });
  };
  const { totalAvailableWater: total, depletionFraction: part, initialDepletion: initial } = rootZone;
  const totalRange = `totalAvailableWater must be above 0 and at most ${waterMax}, in millimetres.`;
  addFault(rangeFault(total, Number.MIN_VALUE, waterMax), ['rootZone', 'totalAvailableWater'], totalRange);
  const partCode = part >= 1 ? 'TOO_LARGE' : rangeFault(part, Number.MIN_VALUE, 1);
  addFault(partCode, ['rootZone', 'depletionFraction'], 'depletionFraction must be above 0 and below 1.');
  const initialRange = 'initialDepletion must be from 0 to totalAvailableWater, in millimetres.';
  addFault(rangeFault(initial, 0, total), ['rootZone', 'initialDepletion'], initialRange);
  const points = cropCoefficients.length;
  const pointsCode = points === 0 ? 'TOO_SHORT' : points > pointsMax ? 'TOO_MANY' : undefined;
  addFault(pointsCode, ['cropCoefficients'], `cropCoefficients holds from 1 to ${pointsMax} points.`);
  for (const [index, { date, kc }] of cropCoefficients.slice(0, pointsMax).entries()) {
    addFault(rangeFault(kc, 0, kcMax), ['cropCoefficients', index, 'kc'], `kc must be from 0 to ${kcMax}.`);
    if (date <= (cropCoefficients[index - 1]?.date ?? ''))
      addFault(
        'NOT_ALLOWED',
        ['cropCoefficients', index, 'date'],
        'The points of cropCoefficients must be in order, each a later day than the one before.',
      );
  }
  const irrigationCode = irrigation.length > irrigationsMax ? 'TOO_MANY' : undefined;
  addFault(irrigationCode, ['irrigation'], `irrigation holds at most ${irrigationsMax} days.`);
  for (const [index, { depth }] of irrigation.slice(0, irrigationsMax).entries()) {
    const depthRange = `depth must be from 0 to ${depthMax}, in millimetres.`;
    addFault(rangeFault(depth, 0, depthMax), ['irrigation', index, 'depth'], depthRange);
  }
  assertNoFaults(errors);
}
