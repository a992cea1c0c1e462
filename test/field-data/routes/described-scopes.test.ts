/** Each operation requires the scope that the API description states, and no other. */
import { describe, expect, test } from 'vitest';
import description from '../../../schema/openapi.json' with { type: 'json' };
import { type Scope, scopes } from '../../../src/field-data/records/keys.ts';
import { sharedService } from '../support/service.ts';

type Security = Partial<Record<'bearerAuth', string[]>>[];

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { security?: Security }>).flatMap(([method, { security }]) => {
    const scope = security?.find(({ bearerAuth }) => bearerAuth)?.bearerAuth?.[0];
    return scope === undefined ? [] : [[method.toUpperCase(), path, scope] as const];
  }),
);

describe('a key', () => {
  test.each(operations)('for %s %s requires the scope %s and no other', async (method, path, scope) => {
    expect(scopes).toContain(scope);
    const { call, addKey, addField } = await sharedService();
    await addField({ id: 'fld_scoped', account: 'scoped' });
    const statusWith = async (allowed: readonly Scope[]) => {
      const key = await addKey({ account: 'scoped', scopes: allowed });
      const query = path.includes('/batch/') ? 'field_ids=fld_scoped,fld_demo_01' : 'field_id=fld_scoped';
      const options = { key, method, headers: { 'content-type': 'application/json' } };
      const { status } = await call(`${path}?${query}`, method === 'POST' ? { ...options, body: '{' } : options);
      return status;
    };
    expect(await statusWith(scopes.filter((other) => other !== scope))).toBe(403);
    expect(await statusWith([scope as Scope])).not.toBe(403);
  });
});
