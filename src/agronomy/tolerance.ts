/**
 * The tolerance of comparisons with a limit. Converted values are rounded to ten digits or more, and the limits of callers are not: 28
 * degrees Fahrenheit must not be below 28 degrees Fahrenheit, nor 15 km/h above 15 / 3.6 m/s.
 */

/** Half of the sixth decimal, which is the last that sums are shown with. Values that differ by less are equal. */
export const tolerance = 5e-7;
