/** How figures are written: as many digits as they deserve. */

/** Three significant digits, without an exponent. */
export function brief(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}

/** A ratio such as 4.5x. */
export const times = (value: number): string => (Number.isFinite(value) ? `${brief(value)}x` : '–');

/** A share such as 60 %. */
export const share = (value: number): string => (Number.isFinite(value) ? `${Math.round(value * 100)} %` : '–');
