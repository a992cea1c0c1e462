/** Resolves the Authorization header to a caller: an account, a mode, scopes and visible fields. */
import { timingSafeEqual } from 'node:crypto';
import { fieldNotFound, ServiceProblem } from '../records/errors.ts';
import { demoAccount, hashKey, isWellFormedKey, maskKey, type Scope, scopes } from '../records/keys.ts';
import type { Caller, Field, Registry } from '../store/store.ts';

/** A caller whose credential was checked. */
export interface KnownCaller extends Caller {
  /** The key's form for logs; undefined without a key. */
  mask: string | undefined;
  /** Names the caller for the quota; undefined without a key. */
  quota: string | undefined;
  scopes: readonly Scope[];
  /** The demo key sees demo fields and nothing else. */
  demoOnly: boolean;
}

const anonymous: KnownCaller = {
  account: null,
  mode: 'test',
  mask: undefined,
  quota: undefined,
  scopes: scopes.filter((scope) => scope.endsWith(':read')),
  demoOnly: false,
};

const bearerForm = /^Bearer +([\x21-\x7e]{1,512}) *$/i;

const challenge = 'Bearer realm="field-data"';

/** RFC 6750, section 3: the challenge names an error only where a key was sent. */
function unauthenticated(detail: string, error = ''): ServiceProblem {
  return new ServiceProblem('unauthenticated', detail, { headers: { 'www-authenticate': challenge + error } });
}

/** Checks the Authorization header of a request. */
export type Authenticate = (header: string | null) => Promise<KnownCaller>;

/**
 * Creates the check of credentials. It looks up the key on every request, so that a revoked key is refused at once. Without a header, it
 * returns the anonymous caller. It throws unauthenticated for anything but a valid key.
 */
export function createAuthenticate(registry: Pick<Registry, 'findKey'>, demoKey: string | undefined): Authenticate {
  const demoHash = demoKey === undefined ? undefined : hashKey(demoKey);
  return async (header) => {
    if (header === null) return anonymous;
    const key = bearerForm.exec(header)?.[1];
    if (/^Bearer *$/i.test(header))
      throw unauthenticated('The API key is empty: send it as Authorization: Bearer <key>.');
    if (key === undefined) throw unauthenticated('The Authorization header must be: Bearer <API key>.');
    const hash = hashKey(key);
    const known = { mask: maskKey(key), quota: hash.toString('base64url') };
    if (demoHash && timingSafeEqual(hash, demoHash))
      return { ...known, account: demoAccount, mode: 'test', scopes, demoOnly: true };
    const record = isWellFormedKey(key) ? await registry.findKey(hash) : undefined;
    if (!record || record.revokedAt !== null)
      throw unauthenticated('The API key is not known, or was revoked.', ', error="invalid_token"');
    return { ...known, account: record.account, mode: record.mode, scopes: record.scopes, demoOnly: false };
  };
}

/** Throws insufficient_scope if the key lacks the scope, and unauthenticated if a key is required but missing. */
export function assertScope(caller: KnownCaller, scope: Scope, isKeyRequired: boolean): void {
  const isAllowed = caller.scopes.includes(scope);
  if (caller.quota === undefined && (isKeyRequired || !isAllowed)) throw unauthenticated('An API key is required.');
  if (isAllowed) return;
  throw new ServiceProblem('insufficient_scope', `The API key lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` },
  });
}

function canSee(caller: KnownCaller, field: Field): boolean {
  if (caller.demoOnly) return field.demo;
  return field.account === null || field.account === caller.account;
}

/**
 * Finds a field that the caller may see. Throws the same field_not_found for an unknown and for an invisible field. Before that, `assertIn`
 * may throw violations that need a timezone. It gets UTC, so that both cases have the same response.
 */
export async function findVisibleField(
  registry: Pick<Registry, 'findField'>,
  caller: KnownCaller,
  id: string,
  assertIn: (timezone: string) => unknown = () => undefined,
): Promise<Field> {
  const field = await registry.findField(id);
  if (field && canSee(caller, field)) return field;
  assertIn('UTC');
  throw fieldNotFound(caller.quota !== undefined);
}
