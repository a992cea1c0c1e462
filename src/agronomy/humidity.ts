/** Humidity of air: relative humidity from the dew point, and Delta-T, the wet bulb depression that spraying rules use. */

/** Saturation vapour pressure over water, kPa, of a temperature in degrees Celsius (FAO-56, equation 11). */
function saturationPressure(temperature: number): number {
  return 0.6108 * Math.exp((17.27 * temperature) / (temperature + 237.3));
}

/** Relative humidity, percent, of air at a temperature with a dew point, both in degrees Celsius (FAO-56, equations 10 and 14). */
export function relativeHumidity(temperature: number, dewPoint: number): number {
  return (100 * saturationPressure(dewPoint)) / saturationPressure(temperature);
}

/** The range of Stull's fit: percent, and degrees Celsius. */
const humidityMin = 5;
const humidityMax = 99;
const temperatureMin = -20;
const temperatureMax = 50;

/**
 * Wet bulb temperature, degrees Celsius, of air in degrees Celsius and percent, at sea level: Stull 2011, "Wet-bulb temperature from
 * relative humidity and air temperature", Journal of Applied Meteorology and Climatology 50, equation 1. It is within -1.0 and +0.65
 * kelvin. Null outside 5 to 99 % and -20 to 50 degrees Celsius. Null also in air both cold and dry, where Stull says that the fit fails,
 * but not from which limit. Below 12 - 1.6 T percent at T degrees Celsius, it is further from the psychrometric equation than the error
 * above.
 */
export function wetBulb(temperature: number, humidity: number): number | null {
  if (!(humidity >= humidityMin && humidity <= humidityMax)) return null;
  if (!(temperature >= temperatureMin && temperature <= temperatureMax)) return null;
  if (humidity < 12 - 1.6 * temperature) return null;
  return (
    temperature * Math.atan(0.151977 * Math.sqrt(humidity + 8.313659)) +
    Math.atan(temperature + humidity) -
    Math.atan(humidity - 1.676331) +
    0.00391838 * humidity ** 1.5 * Math.atan(0.023101 * humidity) -
    4.686035
  );
}

/** Delta-T, kelvin: air minus wet bulb temperature, never below 0. Null if the wet bulb temperature is null. */
export function deltaT(temperature: number, humidity: number): number | null {
  const bulb = wetBulb(temperature, humidity);
  return bulb === null ? null : Math.max(0, temperature - bulb);
}
