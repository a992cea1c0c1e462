/**
 * Validates an observation by the contract if the gateway refuses the input anyway, so that the caller gets all violations at once. Any
 * other input goes to the service, which may accept more.
 */
import { readFileSync } from 'node:fs';
import { parseInstant } from '../../platform/time/instant.ts';
import { createSchemaCompiler, errorsOf } from '../../platform/json/schema-errors.ts';
import type { InputFault } from '../errors/gateway-error.ts';
import { inputFault } from '../upstream/problems.ts';
import type { ObservationInput } from './add-observation.ts';

const description = JSON.parse(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8'));
const validate = createSchemaCompiler(description).compile({ $ref: 'openapi#/components/schemas/ObservationInput' });
/** The contract's bound, which its schema cannot express. */
const futureMsMax = 5 * 60_000;

/** The contract's lists are shorter. */
const entriesMax = 25;

/** The violations of the body of a POST, in the graph's names. */
export function observationErrors(body: ObservationInput, now: Date): InputFault[] {
  const violations = errorsOf(validate, body, entriesMax);
  const isLate = (parseInstant(body.observed_at ?? '') ?? 0) > now.getTime() + futureMsMax;
  const late = { code: 'too_large', detail: 'must be at most 5 minutes in the future', pointer: '/observed_at' };
  return [...violations, ...(isLate ? [late] : [])].map((violation) => inputFault(violation, true));
}
