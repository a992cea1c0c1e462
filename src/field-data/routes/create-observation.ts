/** POST /api/v1/observations: writes one note, once, however often it is sent. */
import { invalidBody } from '../records/errors.ts';
import { uncachedResponse, type Route } from '../requests/service-request.ts';
import { findVisibleField } from '../requests/caller.ts';
import { createOnceWriter, fingerprintOf, readIdempotencyKey } from '../requests/idempotency.ts';
import { observationRow } from '../store/observation-row.ts';
import { createObservationId, observationOf, type ObservationInput, timeViolations } from '../records/observation.ts';
import { assertJsonMediaType, parseJson, readBody } from '../requests/request-body.ts';
import type { Store } from '../store/store.ts';
import { createSchemaCheck } from '../records/validation.ts';
import { brokenText } from '../../platform/json/schema-errors.ts';

/** The route over a store. The order of its checks is the contract's: size, key, scope, quota, syntax, validity, field, key reuse. */
export function createCreateObservationRoute(store: Store, now: () => Date): Route {
  const check = createSchemaCheck('ObservationInput');
  const writeOnce = createOnceWriter(store);

  return {
    method: 'POST',
    path: '/api/v1/observations',
    async handle({ request, admit }) {
      const bytes = await readBody(request);
      const caller = await admit('observations:write');
      assertJsonMediaType(request.headers);
      const nowMs = now().getTime();
      const body = parseJson(bytes);
      const input = body as ObservationInput;
      const violations = check(body);
      // The check of the time needs an object whose `observed_at` passed the schema.
      if (!violations.some(({ pointer }) => pointer === '' || pointer === '/observed_at'))
        violations.push(...timeViolations(input, nowMs));
      const key = readIdempotencyKey(request.headers.get('idempotency-key'), violations);
      // A note that was accepted when first sent must be accepted at each repetition. Clocks differ between processes, and go back. Earlier
      // versions accepted broken texts.
      const mayBeWritten = violations.every(
        ({ code, detail, pointer }) => detail === brokenText || (code === 'too_large' && pointer === '/observed_at'),
      );
      if (violations.length > 0 && !(mayBeWritten && (await store.isWritten(caller, key))))
        throw invalidBody(violations);
      await findVisibleField(store, caller, input.field_id);
      const observation = observationOf(input, { id: createObservationId(nowMs), mode: caller.mode, nowMs });
      const idempotency = { key, fingerprint: fingerprintOf(body) };
      const { record, replayed } = await writeOnce(observationRow(observation, caller.account, idempotency));
      return uncachedResponse(201, `{"data":${record}}`, { 'idempotent-replayed': String(replayed) });
    },
  };
}
