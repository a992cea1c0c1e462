/** The refusals that all reads of a field share, one test per status. The details are tested in weather.test.ts. */
import { expect, test } from 'vitest';
import type { Scope } from '../../../src/field-data/records/keys.ts';
import { StoreError } from '../../../src/field-data/store/store-error.ts';
import { sharedService, startOverShared, startServiceOver } from './service.ts';

/** Tests the read at `path`, which requires another scope than `otherScope` and reads the store by `method`. */
export function testRefusals(path: string, otherScope: Scope, method: 'earthObservations' | 'observations'): void {
  const wheat = `${path}?field_id=fld_demo_01`;

  test('401 is returned for an unknown key', async () => {
    const { call } = await sharedService();
    expect((await call(wheat, { key: 'fds_test_x' })).status).toBe(401);
  });

  test(`403 is returned for a key with only ${otherScope}`, async () => {
    const { call, addKey } = await sharedService();
    const key = await addKey({ account: 'farm', scopes: [otherScope] });
    expect((await call(wheat, { key })).status).toBe(403);
  });

  test('404 is returned for an unknown field', async () => {
    const { call } = await sharedService();
    expect((await call(`${path}?field_id=fld_unknown`)).body.code).toBe('field_not_found');
  });

  test('429 is returned for a used-up quota', async () => {
    const { call } = await startOverShared({ rateLimitPerMinute: 1 });
    await call(wheat);
    expect((await call(wheat)).status).toBe(429);
  });

  test.each([
    [500, 'an internal error', new Error('x')],
    [503, 'an unavailable store', new StoreError('x')],
  ])('%i is returned for %s', async (status, _what, error) => {
    const call = await startServiceOver(() => ({ [method]: () => Promise.reject(error) }));
    expect((await call(`${path}?field_id=fld_a`)).status).toBe(status);
  });
}
