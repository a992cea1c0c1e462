/** The arguments of a window of time, the same on every list and on every field computed from a list. */
import { builder } from '../builder.ts';
import type { FieldBuilder } from '../field-builders.ts';

/** The most days of a window, by the contract. */
export const windowDaysMax = 366;
/** Maximum days of a span: with one more day on either side, it still fits a window. */
export const spanDaysMax = 363;
/** Maximum days of `last` and `next` together: with one more day of UTC before and after, they are as long as a window may be. */
export const spansDaysMax = windowDaysMax - 2;
/** The longest span of hours: a month. */
export const spanHoursMax = 744;

/** The arguments of a window. */
export interface WindowArguments {
  from?: string | null | undefined;
  to?: string | null | undefined;
  last?: Span | null | undefined;
  next?: Span | null | undefined;
  since?: string | null | undefined;
}

export const SpanInput = builder.inputType('SpanInput', {
  description:
    'A span of time that ends or begins now: `{ days: 30 }`. Set exactly one field. The same query covers other days tomorrow.',
  isOneOf: true,
  fields: (t) => ({
    days: t.int({ description: `Whole days of the field's own calendar, 1 to ${spanDaysMax}.` }),
    hours: t.int({ description: `Whole hours of UTC, 1 to ${spanHoursMax}. Only where records are hourly.` }),
  }),
});

/** A span of whole local days or whole hours. GraphQL ensures that exactly one is set. */
export type Span = typeof SpanInput.$inferInput;

const fromText = 'Start of the window, inclusive. Defaults to 7 days ago.';
const toAheadText = 'End of the window, exclusive, at most 366 days after `from`. Defaults to 7 days ahead.';

/** Descriptions of `from` and `to` for a field computed from past weather, which shares the read of the plain list. */
export const observedWindow = [
  fromText,
  'End of the window, exclusive, at most 366 days after `from`. Defaults to 7 days ahead; what is not over does not count.',
] as const;

/** Descriptions of `from` and `to` for scenes. */
export const sceneWindow = [
  'Start of the window, inclusive. Defaults to 90 days ago.',
  "End of the window, exclusive, at most 366 days after `from`. Defaults to the end of today by the field's clock.",
] as const;

/** The arguments `last`, `since`, `from` and `to`, with the descriptions of `from` and `to`. */
export function windowArguments<Parent>(t: FieldBuilder<Parent>, from: string, to: string) {
  return { ...windowArgumentsOfPages(t, from, to, '`last`, `from` or `to`'), last: lastArgument(t) };
}

/** The argument `last`. With `hasHours` it may also be in hours, for records that may be hourly. */
export function lastArgument<Parent>(t: FieldBuilder<Parent>, { hasHours = false } = {}) {
  return t.arg({
    type: SpanInput,
    description: `Whole days before today by the field's clock${hasHours ? ', or hours before this hour' : ''}: \`{ days: 7 }\` ends with yesterday. Not with \`since\`, \`from\` or \`to\`.`,
  });
}

/** The argument `next`, with `hasHours` as for `last`. */
export function nextArgument<Parent>(t: FieldBuilder<Parent>, { hasHours = false } = {}) {
  return t.arg({
    type: SpanInput,
    description: `Days from today by the field's clock${hasHours ? ', or hours from this one' : ''}: \`{ days: 7 }\`. One window with \`since\`, of at most ${windowDaysMax} days, or with \`last\`, of at most ${spansDaysMax} days together. Not with \`from\` or \`to\`.`,
  });
}

/** The arguments `since`, `from` and `to`. In a connection, `last` is reserved for the last edges of a page (Relay Cursor Connections). */
export function windowArgumentsOfPages<Parent>(
  t: FieldBuilder<Parent>,
  from: string,
  to: string,
  others = '`from` or `to`',
) {
  return {
    since: t.arg({
      type: 'MonthDay',
      description: `From the latest such day through today: \`04-15\`. May need one more call while the field's timezone is unknown. Not with ${others}.`,
    }),
    from: t.arg({ type: 'DateOrDateTime', description: from }),
    to: t.arg({ type: 'DateOrDateTime', description: to }),
  };
}

/** `windowArguments` and `next`, for windows that may reach into the future. */
export function windowArgumentsAhead<Parent>(t: FieldBuilder<Parent>, from = fromText, to = toAheadText) {
  return { ...windowArguments(t, from, to), next: nextArgument(t) };
}
