/** Refusals as data: errors that a caller can act on are in the union of a mutation, never also in `errors`. */
import { builder } from '../builder.ts';
import { closedEnum } from '../open-enum.ts';
import { orNull, shown, shownType } from '../field-builders.ts';
import { type ErrorCode, errorCodes, type InputFaultCode as FaultCode, inputFaultCodes } from '../../errors/codes.ts';
import type { GatewayError, InputFault } from '../../errors/gateway-error.ts';

/** The data that the GraphQL type of a refusal shows. */
type UserErrorShape = NonNullable<ReturnType<typeof toUserError>>;

const FieldgraphErrorCode = builder.enumType('FieldgraphErrorCode', {
  description: 'Every error code of the graph, in unions and as `extensions.code` in `errors`.',
  values: Object.fromEntries(
    Object.entries(errorCodes).map(([code, { description }]) => [code, { value: code as ErrorCode, description }]),
  ),
});

const FieldgraphError = builder.interfaceRef<UserErrorShape>('FieldgraphError').implement({
  description:
    'Why this request wrote nothing. An earlier request with the same key may have written: repeat the observation with that key.',
  fields: (t) =>
    shown(t, {
      code: [FieldgraphErrorCode, 'Stable code, for programs.'],
      message: ['String', 'One sentence for people.'],
      retryable: ['Boolean', 'Whether the same, sent again later, may succeed.'],
      retryAfterSeconds: [orNull('Int'), 'Seconds to wait before you repeat the request. Null if not known.'],
    }),
});

const InputFaultCode = closedEnum<FaultCode>(
  'InputFaultCode',
  'Reason why one part of an input is not acceptable. The codes of the REST service, in capitals.',
  inputFaultCodes,
);

const InputFaultType = shownType<InputFault>('InputFault', 'One part of an input that is not acceptable.', {
  path: [
    ['String'],
    'Where, as a path into the arguments: `["input", "growthStage", "code"]`; `["input"]` where the service named no place.',
  ],
  code: [InputFaultCode, 'Stable code, for programs.'],
  message: ['String', 'Explanation for people.'],
});

/** The type of each refusal, by its code; any other code belongs in `errors`. */
const refusals: Partial<Record<ErrorCode, readonly [typename: string, description: string]>> = {
  BAD_USER_INPUT: ['InvalidInputError', 'The input is not acceptable. Every error is listed.'],
  IDEMPOTENCY_KEY_REUSED: [
    'IdempotencyKeyReusedError',
    'The idempotency key was used before for a different observation, which stays as it is.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    'IdempotencyInProgressError',
    'The first request with this idempotency key is still being written: repeat the request.',
  ],
  NOT_FOUND: ['FieldNotFoundError', 'No such field, or it is not visible to the caller.'],
  UNAUTHENTICATED: ['UnauthenticatedError', 'No API key was sent, or it is malformed, unknown or revoked.'],
  FORBIDDEN: ['ForbiddenError', 'The API key lacks the scope for this write.'],
  RATE_LIMITED: ['RateLimitedError', 'Too many requests: wait `retryAfterSeconds`.'],
};

/** The types of all refusals. */
export const userErrors = Object.values(refusals).map(([name, description]) =>
  builder.objectRef<UserErrorShape>(name).implement({
    description,
    interfaces: [FieldgraphError],
    fields: (t) =>
      name === 'InvalidInputError' ? shown(t, { faults: [[InputFaultType], 'Every error, with its place.'] }) : {},
  }),
);

/** Statuses of a request that the gateway built wrongly. They belong in `errors`, although they are 4xx. */
const errorStatuses: readonly (number | undefined)[] = [405, 413, 415];

/** A refusal as data, or undefined where the error belongs in `errors`. */
export function toUserError({ code, message, extensions }: GatewayError) {
  const [typename] = refusals[code] ?? [];
  if (typename === undefined || errorStatuses.includes(extensions.status)) return undefined;
  const { retryable, retryAfterSeconds, faults = [{ path: ['input'], code: 'UNKNOWN', message }] } = extensions;
  return { typename, code, message, retryable, retryAfterSeconds, faults };
}
