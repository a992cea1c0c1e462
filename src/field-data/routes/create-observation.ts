/** POST /api/v1/observations: writes one note, once, however often it is sent. */
import { type Violation, violationsMax, invalidBody, ServiceProblem } from '../records/errors.ts';
import type { Route } from '../requests/service-request.ts';
import { findVisibleField } from '../requests/caller.ts';
import { createOnceWriter, fingerprintOf, readIdempotencyKey } from '../requests/idempotency.ts';
import { parseInstant } from '../../platform/time/instant.ts';
import { createObservationId, observationOf, type ObservationInput, timeViolations } from '../records/observation.ts';
import { assertJsonMediaType, parseJson, readBody } from '../requests/request-body.ts';
import type { Store } from '../store/store.ts';
import { createSchemaCheck } from '../records/validation.ts';

const path = '/api/v1/observations';

/** The route over a store. The order of its checks is the contract's: size, key, scope, quota, syntax, validity, field, key reuse. */
export function createCreateObservationRoute(store: Store, now: () => Date): Route {
  const check = createSchemaCheck('ObservationInput');
  const writeOnce = createOnceWriter(store);

  function inputViolations(value: unknown, nowMs: number): Violation[] {
    const violations = check(value);
    // The schema's own violations come first: an input that has them may lack what the clock is compared with.
    const input = value as ObservationInput;
    return violations.some(({ pointer }) => pointer === '' || pointer === '/observed_at')
      ? violations
      : [...violations, ...timeViolations(input, nowMs)];
  }

  function readInput(value: unknown, nowMs: number): ObservationInput {
    const violations = inputViolations(value, nowMs);
    if (violations.length > 0) throw invalidBody(violations);
    return value as ObservationInput;
  }

  /** The key; where it is malformed, its problem names the violations of the body as well. */
  function readKey(header: string | null, bytes: Uint8Array, nowMs: number): string {
    try {
      return readIdempotencyKey(header);
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      const violations = [...(error.violations ?? []), ...inputViolations(parseJson(bytes), nowMs)];
      throw new ServiceProblem(error.code, error.message, { violations: violations.slice(0, violationsMax) });
    }
  }

  return {
    method: 'POST',
    path,
    async handle({ request, admit }) {
      const bytes = await readBody(request);
      const caller = await admit('observations:write');
      assertJsonMediaType(request.headers);
      const nowMs = now().getTime();
      const key = readKey(request.headers.get('idempotency-key'), bytes, nowMs);
      const body = parseJson(bytes);
      const input = readInput(body, nowMs);
      const field = await findVisibleField(store, caller, input.field_id);
      const observation = observationOf(input, { id: createObservationId(nowMs), mode: caller.mode, nowMs });
      const { record, replayed } = await writeOnce({
        id: observation.id,
        fieldId: field.id,
        account: caller.account,
        mode: caller.mode,
        category: observation.category,
        observedAt: parseInstant(observation.observed_at) ?? nowMs,
        record: JSON.stringify(observation),
        idempotency: { key, fingerprint: fingerprintOf(body) },
      });
      return {
        status: 201,
        headers: {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          'idempotent-replayed': String(replayed),
        },
        body: `{"data":${record}}`,
      };
    },
  };
}
