/** What the clocks of a field show: null where the service states no timezone, and never UTC in its place. */
import { localDate, localInstant } from '../../../platform/instant.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Context } from '../../request/context.ts';
import { builder } from '../builder.ts';
import { Field } from '../field.ts';
import { WeatherRecord } from './record.ts';

builder.objectFields(Field, (t) => ({
  timezone: t.string({
    nullable: true,
    description:
      'The timezone of the field, an IANA name: `America/Los_Angeles`; null where the service states none. Without a call beside any list of the field, and for an hour after one.',
    extensions: { upstreamCalls: 1, computedFrom: ['ListMeta.timezone'] },
    resolve: ({ id }, _args, { timezones, loaders }) =>
      timezones.get(id) ?? timezones.ask(id, () => loaders.weather.load({ field_id: id, limit: 1 })),
  }),
}));

const computedFrom = ['WeatherRecord.starts_at', 'ListMeta.timezone'];

builder.objectFields(WeatherRecord, (t) => ({
  startsAtLocal: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      '`startsAt` as the clocks of the field show it, with their offset: `2026-05-01T00:00:00-07:00`; null where no timezone is known.',
    extensions: { computedFrom },
    resolve: ({ field_id, starts_at }, _args, context) => local(context, field_id, starts_at, localInstant),
  }),
  localDate: t.field({
    type: 'Date',
    nullable: true,
    description: 'The day `startsAt` falls on in the timezone of the field; null where no timezone is known.',
    extensions: { computedFrom },
    resolve: ({ field_id, starts_at }, _args, context) => local(context, field_id, starts_at, localDate),
  }),
}));

/** What an instant that the service sent is on the field's clocks. Throws UPSTREAM_ERROR where it sent none. */
export function local(
  { timezones }: Pick<Context, 'timezones'>,
  fieldId: string,
  instant: string,
  read: (ms: number, timezone: string) => string,
): string | null {
  const timezone = timezones.get(fieldId);
  if (!timezone) return null;
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new GatewayError('UPSTREAM_ERROR');
  return read(ms, timezone);
}
