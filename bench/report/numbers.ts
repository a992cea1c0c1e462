/** How figures are written: as many digits as they deserve, and a dash for one that is missing. */

/** Three significant digits, without an exponent. */
export function brief(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}

/** A ratio such as 4.5x. */
export const times = (value: number | undefined): string => withUnit(brief(value), 'x');

/** A share such as 60 %. */
export const share = (value: number | undefined): string =>
  withUnit(brief(value === undefined ? undefined : Math.round(value * 100)), ' %');

const withUnit = (figure: string, unit: string) => (figure === '–' ? figure : `${figure}${unit}`);
