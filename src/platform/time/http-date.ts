/** Dates of HTTP (RFC 9110, section 5.6.7). Date.parse takes `-1` and `1.5` for dates, and reads one of the three forms in local time. */

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const time = '\\d{2}:\\d{2}:\\d{2}';
const fixedForm = new RegExp(`^${weekday}, \\d{2} [A-Z][a-z]{2} \\d{4} ${time} GMT$`);
const rfc850Form = new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-[A-Z][a-z]{2}-\\d{2} ${time} GMT$`);
const asctimeForm = new RegExp(`^${weekday} [A-Z][a-z]{2} [ \\d]\\d ${time} \\d{4}$`);

/** Milliseconds since 1970; undefined for any other text. */
export function parseHttpDate(text: string): number | undefined {
  const zoned = asctimeForm.test(text) ? `${text} GMT` : text;
  if (zoned === text && !fixedForm.test(text) && !rfc850Form.test(text)) return undefined;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : ms;
}
