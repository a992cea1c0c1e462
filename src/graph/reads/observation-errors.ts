/**
 * What the contract finds wrong with a note. It serves an input that the gateway refuses anyway, so that all faults come together: any
 * other goes to the service, which may accept more. Loaded when first used.
 */
import { readFileSync } from 'node:fs';
import { parseInstant } from '../../platform/time/instant.ts';
import { createSchemaCompiler, schemaErrors } from '../../platform/json/schema-errors.ts';
import type { InputFault } from '../errors/gateway-error.ts';
import { inputFault } from '../upstream/problems.ts';
import type { FaultyInput } from './add-observation.ts';

const description = JSON.parse(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8'));
const validate = createSchemaCompiler(description).compile({ $ref: 'openapi#/components/schemas/ObservationInput' });
/** The contract's bound, which its schema cannot say. */
const futureMsMax = 5 * 60_000;

/** The faults of the body of a POST, in the graph's names. */
export function observationErrors(body: FaultyInput, now: Date): InputFault[] {
  // As JSON: what is left out is no property.
  const faults = validate(JSON.parse(JSON.stringify(body))) ? [] : schemaErrors(validate.errors ?? []);
  const isLate = (parseInstant(body.observed_at ?? '') ?? 0) > now.getTime() + futureMsMax;
  const late = { code: 'too_large', detail: 'must be at most 5 minutes in the future', pointer: '/observed_at' };
  return [...faults, ...(isLate ? [late] : [])].map(inputFault);
}
