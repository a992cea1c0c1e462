/** The limits that a caller may set for spraying, with their sourced defaults, and the enums of the result. */
import type { Outcome, RuleName, SprayLimits } from '../../../../agronomy/spray-rules.ts';
import type { Verdict } from '../../../../agronomy/spray-verdict.ts';
import { GatewayError, type InputFault, rangeFault } from '../../../errors/gateway-error.ts';
import { builder } from '../../builder.ts';
import { closedEnum } from '../../open-enum.ts';

/** Maximum hours that a rule may check after an hour, or around it. They are read together with those of the window. */
const dryHoursMax = 24;
const daylightMarginHoursMax = 12;

/** Each limit: the rule that it is of, its default, and its description. */
const limitTable = {
  minWind: ['wind', 0.8333, 'Lowest mean wind speed, metres per second: 3 km/h, below which air drifts anywhere.'],
  maxWind: ['wind', 5.5556, 'Highest mean wind speed, metres per second: 20 km/h, above which drops drift.'],
  maxGust: ['gust', null, 'Strongest gust, metres per second. No limit if left out.'],
  minTemperature: ['temperature', null, 'Lowest mean air temperature, degrees Celsius. No limit if left out.'],
  maxTemperature: ['temperature', 28, 'Highest mean air temperature, degrees Celsius.'],
  minDeltaT: ['delta_t', 2, 'Delta-T below which an hour is marginal, kelvin: fine drops stay in humid air.'],
  marginalDeltaT: ['delta_t', 8, 'Delta-T above which an hour is marginal, kelvin: drops dry fast.'],
  maxDeltaT: ['delta_t', 10, 'Delta-T above which an hour is unsuitable, kelvin: drops dry before they land.'],
  dryHours: ['rain', 4, `Hours without rain after the hour itself, which is to be dry too, 0 to ${dryHoursMax}.`],
  daylightMarginHours: [
    'inversion',
    2,
    `Hours of daylight before and after the hour itself, 0 to ${daylightMarginHoursMax}: from before sunset until after sunrise cold air may lie still and hold drops.`,
  ],
} as const satisfies Record<keyof SprayLimits, readonly [rule: RuleName, byDefault: number | null, string]>;

const limitNames = Object.keys(limitTable) as (keyof SprayLimits)[];
/** Rules whose limits are whole hours. */
const rulesOfHours: readonly RuleName[] = ['rain', 'inversion'];

export const SprayRule = closedEnum<RuleName>(
  'SprayRule',
  'A rule for spraying in an hour, with the unit of the `value` and `limit` of its result.',
  {
    wind: 'Mean wind speed 10 m above ground, metres per second. At the height of a boom, it is less.',
    gust: 'Strongest gust 10 m above ground, metres per second. Checked only if `maxGust` is set.',
    rain: 'Rain in the hour and in the dry hours after it, millimetres: the `value` is that of the first wet hour.',
    temperature: 'Mean air temperature, degrees Celsius.',
    delta_t:
      'Delta-T, kelvin: air temperature less wet bulb temperature, by Stull 2011 from relative humidity, else from the dew point.',
    inversion:
      'Daylight in the hour and in those around it, by solar radiation, megajoules per square metre: the `value` is the least of them. Darkness near by means that cold air may lie still.',
  },
);

export const SprayRulesInput = builder.inputType('SprayRulesInput', {
  description:
    'Limits of the rules. A limit that is absent or null has its default, which many labels or advisers state. Set the limits of the label of your product.',
  fields: (t) => {
    const limit = (name: keyof SprayLimits) => {
      const [rule, byDefault, description] = limitTable[name];
      const options = { defaultValue: byDefault ?? undefined, description };
      return rulesOfHours.includes(rule) ? t.int(options) : t.float(options);
    };
    const disabled = t.field({
      type: [SprayRule],
      description: 'Rules to turn off. Their limits are ignored. No default.',
    });
    const limits = Object.fromEntries(limitNames.map((name) => [name, limit(name)]));
    return { disabled, ...(limits as Record<keyof SprayLimits, ReturnType<typeof limit>>) };
  },
});

const measuredLimits = limitNames.filter((name) => !rulesOfHours.includes(limitTable[name][0]));

/** The limits of a request: null for a disabled rule, the default where absent or null. Throws BAD_USER_INPUT with every error. */
export function readLimits({ disabled, ...rules }: typeof SprayRulesInput.$inferInput): SprayLimits {
  const limits = {} as SprayLimits;
  for (const name of limitNames) {
    const [rule, byDefault] = limitTable[name];
    limits[name] = disabled?.includes(rule) ? null : (rules[name] ?? byDefault);
  }
  const errors = errorsOf(limits);
  if (errors.length === 0) return limits;
  const message = errors.map((error) => error.message).join(' ');
  throw new GatewayError('BAD_USER_INPUT', { message, faults: errors });
}

function errorsOf(limits: SprayLimits): InputFault[] {
  const errors: InputFault[] = [];
  const addFault = (name: keyof SprayLimits, message: string, code: InputFault['code'] = 'NOT_ALLOWED') =>
    errors.push({ path: ['rules', name], code, message });
  /** Reports `high` below `low`. The caller cannot correct a default, so the path names the other limit. */
  const inOrder = (low: keyof SprayLimits, high: keyof SprayLimits): void => {
    if ((limits[low] ?? Number.NEGATIVE_INFINITY) <= (limits[high] ?? Number.POSITIVE_INFINITY)) return;
    const name = limits[high] === limitTable[high][1] ? low : high;
    addFault(name, `${high} (${limits[high]}) must not be below ${low} (${limits[low]}).`);
  };
  const inRange = (name: keyof SprayLimits, min: number, max: number, range: string): void => {
    const code = rangeFault(limits[name] ?? 0, min, max);
    if (code) addFault(name, `${name} must be ${range}.`, code);
  };
  inOrder('minWind', 'maxWind');
  inOrder('minTemperature', 'maxTemperature');
  inOrder('minDeltaT', 'marginalDeltaT');
  inOrder('marginalDeltaT', 'maxDeltaT');
  // graphql-js reads 1e400 in a document as Infinity.
  for (const name of measuredLimits) inRange(name, -Number.MAX_VALUE, Number.MAX_VALUE, 'a finite number');
  inRange('dryHours', 0, dryHoursMax, `from 0 to ${dryHoursMax} hours`);
  inRange('daylightMarginHours', 0, daylightMarginHoursMax, `from 0 to ${daylightMarginHoursMax} hours`);
  return errors;
}

export const SprayVerdict = closedEnum<Verdict>(
  'SprayVerdict',
  'Overall verdict for the hour: the worst rule wins. Guidance only: follow the product label.',
  {
    suitable: 'Every rule passes.',
    marginal: 'No rule fails, none is unknown, and at least one is marginal.',
    unsuitable: 'At least one rule fails, whatever is unknown.',
    unknown:
      'No rule fails, but at least one could not be checked, or every rule is disabled. Never treat it as suitable.',
  },
);

export const RuleOutcome = closedEnum<Outcome>('RuleOutcome', 'Outcome of one rule for an hour.', {
  pass: 'Within the limits.',
  marginal: 'Outside the good range, and not yet a failure.',
  fail: 'Outside the limits.',
  unknown: 'A value that the rule needs is unknown, so the hour is not suitable.',
});
