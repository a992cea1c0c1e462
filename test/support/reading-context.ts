/** The part of a context that reads need, for tests that run an executor without a gateway. */
import { Freshness } from '../../src/graph/operation/freshness.ts';
import { type FieldDataClient, type Loaders, OperationLoaders } from '../../src/graph/reads/client.ts';
import { KnownTimezones, Timezones } from '../../src/graph/reads/timezones.ts';
import type { CallScope } from '../../src/graph/upstream/call.ts';
import type { Work } from '../../src/platform/sync/turns.ts';

const shortWork: Work = { isLong: false, begin: () => undefined, turn: async () => {} };
const shortScope = { counts: { fieldId: undefined }, work: shortWork } as CallScope;

/** The context of one operation, which begins on 2 May 2026. */
export function readingContext(client: FieldDataClient, scope = shortScope) {
  const now = () => new Date('2026-05-02T00:00:00Z');
  const freshness = new Freshness();
  const timezones = new Timezones(new KnownTimezones(), { credential: '' });
  return {
    scope,
    loaders: new OperationLoaders(client, { scope, now, timezones, freshness }) as OperationLoaders & Loaders,
    now,
    timezones,
    freshness,
  };
}
