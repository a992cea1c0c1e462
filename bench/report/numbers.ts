/** Formats figures: with three significant digits, and a dash for a missing one. */

/** Formats a number with three significant digits and no exponent. */
export function brief(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}

/** Formats a ratio, such as 4.5x. */
export const times = (value: number | undefined): string => withUnit(brief(value), 'x');

/** Formats a share, such as 60 %. */
export const share = (value: number | undefined): string =>
  withUnit(brief(value === undefined ? undefined : Math.round(value * 100)), ' %');

const withUnit = (figure: string, unit: string) => (figure === '–' ? figure : `${figure}${unit}`);
