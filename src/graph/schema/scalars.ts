/** The scalars of time. Strings of the service are returned unchanged. Strings of callers must be a date or time that exists. */
import { GraphQLScalarType, Kind, print, type ValueNode } from 'graphql';
import { leaves } from '../../executor/leaves.ts';
import { lostPlusHint, parseDate } from '../../platform/time/instant.ts';
import { GatewayError, refuseValue } from '../errors/gateway-error.ts';

const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const isDate = (text: string): boolean => parseDate(text) !== undefined;

function isDateTime(text: string): boolean {
  const [, date] = dateTimePattern.exec(text) ?? [];
  return date !== undefined && isDate(date);
}

const rfc3339 = 'https://www.rfc-editor.org/rfc/rfc3339';

interface TimeScalar {
  name: string;
  description: string;
  accepts: (text: string) => boolean;
  expected: string;
  specifiedByURL?: string;
}

function createTimeScalar({ accepts, expected, ...config }: TimeScalar): GraphQLScalarType<string, string> {
  const read = (value: unknown, node?: ValueNode): string => {
    if (typeof value === 'string' && accepts(value)) return value;
    // The advice must lead to a value that is accepted.
    const hint = typeof value === 'string' && accepts(value.replace(' ', '+')) ? lostPlusHint(value) : '';
    throw new GatewayError('BAD_USER_INPUT', { message: `${config.name} must be ${expected}${hint}.`, node });
  };
  return new GraphQLScalarType<string, string>({
    ...config,
    coerceOutputValue: leaves.text(refuseValue),
    coerceInputValue: (value) => read(value),
    coerceInputLiteral: (node: ValueNode) => read(node.kind === Kind.STRING ? node.value : print(node), node),
  });
}

export const DateTime = createTimeScalar({
  name: 'DateTime',
  specifiedByURL: rfc3339,
  description:
    'An instant, RFC 3339 with `T`, and an offset or Z: `2026-05-01T06:30:00Z`. Returned as the string the service sent; the contract demands UTC. Fields named `…Local` have the offset of the field.',
  accepts: isDateTime,
  expected: 'an RFC 3339 date-time that exists, with an offset or Z, for example 2026-05-01T06:30:00Z',
});

export const CalendarDate = createTimeScalar({
  name: 'Date',
  specifiedByURL: rfc3339,
  description: 'A calendar date in the timezone of the field, RFC 3339 full-date: `2026-05-01`.',
  accepts: isDate,
  expected: 'an RFC 3339 full-date that exists, for example 2026-05-01',
});

export const DateOrDateTime = createTimeScalar({
  name: 'DateOrDateTime',
  specifiedByURL: rfc3339,
  description:
    'A date (`2026-05-01`: midnight in the timezone of the field, UTC where none is known) or an instant (`2026-05-01T06:30:00Z`), RFC 3339.',
  accepts: (text) => isDate(text) || isDateTime(text),
  expected:
    'a date that exists or an RFC 3339 date-time with an offset or Z, for example 2026-05-01 or 2026-05-01T06:30:00Z',
});

const leapYear = 2_000;

export const MonthDay = createTimeScalar({
  name: 'MonthDay',
  description:
    'A day of every year, month and day: `04-15`. `02-29` is BAD_USER_INPUT, since most years have none. Input only.',
  accepts: (text) => /^\d{2}-\d{2}$/.test(text) && text !== '02-29' && isDate(`${leapYear}-${text}`),
  expected: 'a month and a day that every year has, MM-DD, for example 04-15',
});
