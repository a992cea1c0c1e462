/** The only write: sends a note with the caller's API key and idempotency key. Refusals are returned as data, other failures as errors. */
import { builder } from '../builder.ts';
import { orNull, shownType } from '../field-builders.ts';
import type { Context } from '../../operation/context.ts';
import { assertNoFaults, GatewayError, type InputFault, messageOfFaults } from '../../errors/gateway-error.ts';
import { Field } from '../field.ts';
import { AddObservationInput, inputFaults, type SentInput, toObservationInput } from './input.ts';
import { Observation } from './record.ts';
import { toUserError, userErrors } from './user-error.ts';

const AddObservationSuccess = shownType<Awaited<ReturnType<typeof write>>>(
  'AddObservationSuccess',
  'The observation is stored, by this request or by an earlier one with the same idempotency key.',
  {
    observation: [Observation, 'The observation as stored.'],
    field: [
      Field,
      'The field of the observation. Select its lists here to get them with the new observation, without another query.',
    ],
    replayed: [
      orNull('Boolean'),
      'True where an earlier send had already written it and nothing was written now; null where the service did not say.',
      { header: 'Idempotent-Replayed' },
    ],
  },
);

const AddObservationResult = builder.unionType('AddObservationResult', {
  description:
    'The observation, or the reason why it was refused. Failures (time-out, unavailable service) are in `errors`, and safe to send again.',
  types: [AddObservationSuccess, ...userErrors],
  resolveType: ({ typename }) => typename,
});

builder.mutationField('addObservation', (t) =>
  t.field({
    type: AddObservationResult,
    description:
      'Adds an observation to a field. Needs an API key with the scope `observations:write`. Repeating the same input with the same idempotency key, after any time, writes nothing and returns the same observation.',
    args: {
      input: t.arg({
        type: AddObservationInput,
        required: true,
        description: 'The observation and its idempotency key.',
      }),
    },
    extensions: { upstreamCalls: 1, writes: 'POST /api/v1/observations' },
    resolve: async (_root, { input }, context) => {
      try {
        if (context.caller.error) throw context.caller.error;
        assertNoFaults(await faultsOf(input, context));
        return await write(context, input);
      } catch (error) {
        const refusal = error instanceof GatewayError ? toUserError(error) : undefined;
        if (refusal === undefined) throw error;
        return refusal;
      }
    },
  }),
);

/** Every violation of an input that cannot be sent; none for any other input, because the service checks it. */
async function faultsOf(input: SentInput, { client }: Context): Promise<InputFault[]> {
  const own = inputFaults(input);
  if (own.length === 0) return own;
  const places = new Set(own.map(({ path }) => path.join('.')));
  const others = await client.findViolations(toObservationInput(input));
  return [...own, ...others.filter(({ path }) => !places.has(path.join('.')))];
}

const payloadTooLarge = 413;

async function write({ client, loaders, scope }: Context, input: SentInput) {
  const body = toObservationInput(input);
  const written = await client.addObservation(body, input.idempotencyKey, scope).catch(async (error: GatewayError) => {
    // The service did not read the body, so its error has no path. The contract says which part is too long.
    const isTooLarge = error.extensions.status === payloadTooLarge;
    const violations = isTooLarge ? await client.findViolations(body) : [];
    if (violations.length === 0) throw error;
    throw new GatewayError('BAD_USER_INPUT', { message: messageOfFaults(violations), faults: violations });
  });
  // Lists that the operation read before the write are out of date for the selections under `field`.
  loaders.observations.clearAll();
  return { typename: 'AddObservationSuccess', ...written, field: { id: body.field_id } };
}
