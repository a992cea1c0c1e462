/** Winter chill of hourly mean temperatures, in degrees Celsius, by the three models that growers know. */

const chillingMin = 0;
const chillingMax = 7.2;

/** Whether an hour is a chilling hour: from 0 to 7.2 degrees Celsius, both included (Bennett 1949, as chillR counts it). */
export function isChillingHour(temperature: number): boolean {
  return temperature >= chillingMin && temperature <= chillingMax;
}

/** Units of an hour up to and including each temperature. */
const utahSteps: readonly (readonly [max: number, units: number])[] = [
  [1.4, 0],
  [2.4, 0.5],
  [9.1, 1],
  [12.4, 0.5],
  [15.9, 0],
  [18, -0.5],
  [Number.POSITIVE_INFINITY, -1],
];

/** Chill units of an hour by the Utah model: warm hours subtract (Richardson, Seeley & Walker 1974, HortScience 9). */
export const utahUnits = (temperature: number): number => utahSteps.find(([max]) => temperature <= max)?.[1] ?? 0;

// Constants of the Dynamic Model, from Dynamic_Model of the R package chillR 0.77.
const formationEnergy = 4_153.5;
const destructionEnergy = 12_888.8;
const formationRate = 139_500;
const destructionRate = 2.567e18;
const transitionSlope = 1.6;
const transitionKelvin = 277;
const zeroCelsius = 273;

/**
 * Chill portions of consecutive hours by the Dynamic Model (Fishman, Erez & Couvillon 1987, Journal of Theoretical Biology 124). An
 * intermediate product forms in the cold and is lost in the warmth. From 1 on, a part of it is fixed as portions for good. The sum starts
 * without any product, so begin at the start of a winter.
 */
export function chillPortions(temperatures: readonly number[]): number {
  let portions = 0;
  let product = 0;
  let fixed = 0;
  for (const temperature of temperatures) {
    const kelvin = temperature + zeroCelsius;
    // The portion fixed in the previous hour has left the intermediate product.
    const left = product - fixed;
    const balance = (formationRate / destructionRate) * Math.exp((destructionEnergy - formationEnergy) / kelvin);
    product = balance - (balance - left) * Math.exp(-destructionRate * Math.exp(-destructionEnergy / kelvin));
    fixed = product >= 1 ? product * fixedPart(kelvin) : 0;
    portions += fixed;
  }
  return portions;
}

/** The part of a full product that is fixed in an hour. */
function fixedPart(kelvin: number): number {
  const ratio = Math.exp((transitionSlope * transitionKelvin * (kelvin - transitionKelvin)) / kelvin);
  return ratio / (1 + ratio);
}
