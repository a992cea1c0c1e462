/** What every read of a field refuses, a test for each status; weather.test.ts proves the details. */
import { expect, test } from 'vitest';
import type { Scope } from '../../../src/field-data/records/keys.ts';
import { StoreError } from '../../../src/field-data/store/store-error.ts';
import { sharedService, startOverShared, startServiceOver } from './service.ts';

/** Tests the read at `path`, which needs another scope than `otherScope`, and reads the store by `method`. */
export function testRefusals(path: string, otherScope: Scope, method: 'earthObservations' | 'observations'): void {
  const wheat = `${path}?field_id=fld_demo_01`;

  test('401: an unknown key is refused', async () => {
    const { call } = await sharedService();
    expect((await call(wheat, { key: 'fds_test_x' })).status).toBe(401);
  });

  test(`403: a key for ${otherScope} is refused`, async () => {
    const { call, addKey } = await sharedService();
    const key = await addKey({ account: 'farm', scopes: [otherScope] });
    expect((await call(wheat, { key })).status).toBe(403);
  });

  test('404: an unknown field is not found', async () => {
    const { call } = await sharedService();
    expect((await call(`${path}?field_id=fld_unknown`)).body.code).toBe('field_not_found');
  });

  test('429: a spent quota is refused', async () => {
    const { call } = await startOverShared({ rateLimitPerMinute: 1 });
    await call(wheat);
    expect((await call(wheat)).status).toBe(429);
  });

  test.each([
    [500, 'a fault of ours', new Error('x')],
    [503, 'a store that is away', new StoreError('x')],
  ])('%i: %s', async (status, _what, error) => {
    const call = await startServiceOver(() => ({ [method]: () => Promise.reject(error) }));
    expect((await call(`${path}?field_id=fld_a`)).status).toBe(status);
  });
}
