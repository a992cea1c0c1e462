/** Refusals as data: what a caller can act on, in the union of a mutation, never also in `errors`. */
import { builder } from '../builder.ts';
import { orNull, shown, shownType } from '../field-builders.ts';
import { type ErrorCode, errorCodes, inputFaultCodes } from '../../errors/codes.ts';
import type { InputFaultCode as FaultCode } from '../../errors/codes.ts';
import type { GatewayError, InputFault } from '../../errors/gateway-error.ts';

/** A refusal as its GraphQL type reads it. */
export interface UserErrorShape {
  typename: string;
  code: ErrorCode;
  message: string;
  retryable: boolean;
  retryAfterSeconds: number | undefined;
  faults: InputFault[];
}

export const FieldgraphErrorCode = builder.enumType('FieldgraphErrorCode', {
  description: 'Every error code of the graph, in unions and as `extensions.code` in `errors`.',
  values: Object.fromEntries(
    Object.entries(errorCodes).map(([code, { description }]) => [code, { value: code as ErrorCode, description }]),
  ),
});

export const FieldgraphError = builder.interfaceRef<UserErrorShape>('FieldgraphError').implement({
  description: 'Why a write was refused. Nothing was written.',
  fields: (t) =>
    shown(t, {
      code: [FieldgraphErrorCode, 'Stable code, for programs.'],
      message: ['String', 'One sentence for people.'],
      retryable: ['Boolean', 'Whether the same, sent again later, may succeed.'],
      retryAfterSeconds: [orNull('Int'), 'Seconds to wait before you repeat the request.'],
    }),
});

const InputFaultCode = builder.enumType('InputFaultCode', {
  description: 'Reason why one part of an input is not acceptable. The codes of the REST service, in capitals.',
  values: Object.fromEntries(
    Object.entries(inputFaultCodes).map(([code, description]) => [code, { value: code as FaultCode, description }]),
  ),
});

const InputFaultType = shownType<InputFault>('InputFault', 'One part of an input that is not acceptable.', {
  path: [
    ['String'],
    'Where, as a path into the arguments: `["input", "growthStage", "code"]`; `["input"]` where the service named no place.',
  ],
  code: [InputFaultCode, 'Stable code, for programs.'],
  message: ['String', 'Explanation for people.'],
});

function userErrorType(name: string, description: string) {
  return builder.objectRef<UserErrorShape>(name).implement({ description, interfaces: [FieldgraphError] });
}

export const InvalidInputError = builder.objectRef<UserErrorShape>('InvalidInputError').implement({
  description: 'The input is not acceptable. Every fault found is listed.',
  interfaces: [FieldgraphError],
  fields: (t) =>
    shown(t, {
      faults: [[InputFaultType], 'Every fault, with its place.'],
    }),
});
export const IdempotencyKeyReusedError = userErrorType(
  'IdempotencyKeyReusedError',
  'The idempotency key was used before for a different observation, which stays as it is.',
);
export const IdempotencyInProgressError = userErrorType(
  'IdempotencyInProgressError',
  'The first request with this idempotency key is still being written: repeat the request.',
);
export const FieldNotFoundError = userErrorType(
  'FieldNotFoundError',
  'No such field, or it is not visible to the caller.',
);
export const UnauthenticatedError = userErrorType(
  'UnauthenticatedError',
  'No API key was sent, or it is malformed, unknown or revoked.',
);
export const ForbiddenError = userErrorType('ForbiddenError', 'The API key lacks the scope for this write.');
export const RateLimitedError = userErrorType('RateLimitedError', 'Too many requests: wait `retryAfterSeconds`.');

/** The type of each refusal, by its code; any other code belongs in `errors`. */
const typenames: Partial<Record<ErrorCode, string>> = {
  BAD_USER_INPUT: 'InvalidInputError',
  IDEMPOTENCY_KEY_REUSED: 'IdempotencyKeyReusedError',
  IDEMPOTENCY_IN_PROGRESS: 'IdempotencyInProgressError',
  NOT_FOUND: 'FieldNotFoundError',
  UNAUTHENTICATED: 'UnauthenticatedError',
  FORBIDDEN: 'ForbiddenError',
  RATE_LIMITED: 'RateLimitedError',
};

/** Statuses that say the gateway itself built a bad request: errors, though they are 4xx. */
const errorStatuses: readonly (number | undefined)[] = [405, 413, 415];

/** A refusal as data, or undefined where the error belongs in `errors`. */
export function toUserError({ code, message, extensions }: GatewayError): UserErrorShape | undefined {
  const typename = typenames[code];
  if (typename === undefined || errorStatuses.includes(extensions.status)) return undefined;
  return {
    typename,
    code,
    message,
    retryable: extensions.retryable,
    retryAfterSeconds: extensions.retryAfterSeconds,
    faults: extensions.faults ?? [{ path: ['input'], code: 'UNKNOWN', message }],
  };
}
