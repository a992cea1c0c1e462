/** Makes the record of a note from a valid input. Every later read returns this record. */
import { randomBytes } from 'node:crypto';
import type { components } from '../../contract/openapi.ts';
import type { Violation } from './errors.ts';
import type { Complete } from '../../platform/json/complete.ts';
import { explainFormats } from '../../platform/json/schema-errors.ts';
import { formatInstant, parseInstant } from '../../platform/time/instant.ts';
import type { Mode } from './keys.ts';
import { toServiceUnit } from './units.ts';

export type Observation = components['schemas']['Observation'];
export type ObservationInput = components['schemas']['ObservationInput'];

/** A phone's clock may be ahead of ours by this much. */
export const clockSkewMs = 5 * 60_000;

/** The idempotency key of a write. */
export const idempotencyKeyForm = /^[\x21-\x7e]{1,255}$/;

/** Violations of `observed_at` that the schema cannot express: an instant that does not exist, or lies too far in the future. */
export function timeViolations({ observed_at }: ObservationInput, nowMs: number): Violation[] {
  if (observed_at === undefined) return [];
  const ms = parseInstant(observed_at);
  if (ms === undefined)
    return [{ code: 'wrong_format', detail: explainFormats(['date-time']), pointer: '/observed_at' }];
  if (ms <= nowMs + clockSkewMs) return [];
  return [{ code: 'too_large', detail: 'must be at most 5 minutes in the future', pointer: '/observed_at' }];
}

/** Creates an id that sorts by time: 48 bits of milliseconds and 80 random bits, in hexadecimal. */
export function createObservationId(nowMs: number): string {
  return `obs_${nowMs.toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`;
}

/** The record of an input without violations. It has every property of the contract: a missing value becomes its default, or null. */
export function observationOf(
  input: ObservationInput,
  { id, mode, nowMs }: { id: string; mode: Mode; nowMs: number },
): Complete<Observation> {
  const { organism, photos = [], affected_area } = input;
  const createdAt = formatInstant(nowMs);
  return {
    id,
    field_id: input.field_id,
    text: input.text,
    category: input.category ?? 'general',
    title: input.title ?? null,
    severity: input.severity ?? null,
    affected_area: affected_area ? toServiceUnit(affected_area) : null,
    growth_stage: input.growth_stage ?? null,
    organism: organism ? { name: organism.name, eppo_code: organism.eppo_code ?? null } : null,
    location: input.location ?? null,
    photos: photos.map(({ href, media_type = null, caption = null }) => ({ href, media_type, caption })),
    tags: input.tags ?? [],
    author: input.author ?? null,
    observed_at: formatInstant(parseInstant(input.observed_at ?? createdAt) ?? nowMs),
    created_at: createdAt,
    live_mode: mode === 'live',
  };
}
