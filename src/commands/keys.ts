/** `npm start -- keys`: makes, lists and revokes API keys. A key is shown once, when it is made; only its hash is stored. */
import { timingSafeEqual } from 'node:crypto';
import { createKey, hashKey, maskKey, scopes } from '../field-data/records/keys.ts';
import type { KeyRecord, Store } from '../field-data/store/store.ts';
import {
  callOf,
  oneOf,
  printError,
  print,
  printTable,
  readVerb,
  RefusedError,
  required,
} from '../platform/cli/command-line.ts';
import { readAccount, runCommand, texts } from './command.ts';

const usage = `${callOf('keys')} create --account NAME --name TEXT --mode test|live [--scope SCOPE]...
${callOf('keys')} list [--account NAME]
${callOf('keys')} revoke --account NAME --key PREFIX…LAST4 (as list shows it, or the whole key) [--name TEXT]

Scopes: ${scopes.join(', ')}; without --scope all of them.`;

type Flags = { scope?: string[] } & Partial<Record<'account' | 'name' | 'mode' | 'key', string>>;

async function create(store: Store, flags: Flags): Promise<void> {
  const account = readAccount(flags.account);
  const name = required(flags.name, 'name');
  const mode = oneOf(required(flags.mode, 'mode'), ['test', 'live'], 'mode');
  const allowed = [...new Set(flags.scope ?? scopes)].map((scope) => oneOf(scope, scopes, 'scope'));
  const isKnown = [...(await store.listFields()), ...(await store.listKeys())].some((each) => each.account === account);
  const key = createKey(mode);
  const record = { hash: hashKey(key), account, name, mode, scopes: allowed, mask: maskKey(key) };
  await store.addKey({ ...record, createdAt: Date.now(), revokedAt: null });
  print(key);
  printError('This key is shown once. Store it as a secret.');
  if (!isKnown) printError(`${account} has no field and no other key yet: check the name, or add its fields.`);
}

async function list(store: Store, flags: Flags): Promise<void> {
  const chosen = flags.account === undefined ? undefined : readAccount(flags.account);
  const keys = (await store.listKeys()).filter(({ account }) => chosen === undefined || account === chosen);
  const day = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString().slice(0, 10));
  printTable(
    ['KEY', 'ACCOUNT', 'NAME', 'CREATED', 'REVOKED', 'SCOPES'],
    keys.map((key) => [key.mask, key.account, key.name, day(key.createdAt), day(key.revokedAt), key.scopes.join(' ')]),
  );
}

async function revoke(store: Store, flags: Flags): Promise<void> {
  const account = readAccount(flags.account);
  // Typed from a list, the ellipsis becomes three dots, which no key has.
  const key = required(flags.key, 'key').replace('...', '…');
  // A whole key is compared by its hash: a mistyped one must not revoke another with the same last four characters.
  const isNamed = key.includes('…')
    ? ({ mask }: KeyRecord) => mask === key
    : ({ hash }: KeyRecord) => timingSafeEqual(hash, hashKey(key));
  const named = (await store.listKeys()).filter((record) => {
    const isMeant = record.account === account && (flags.name === undefined || record.name === flags.name);
    return isMeant && record.revokedAt === null && isNamed(record);
  });
  const [found] = named;
  if (!found) throw new RefusedError(`${account} has no such key that is not revoked already.`);
  if (named.length > 1) {
    const names = named.map(({ name }) => name).join(', ');
    throw new RefusedError(`${key} is several keys (${names}): give the whole key, or --name with one of these.`);
  }
  await store.revokeKey(found.hash, Date.now());
  print('Revoked 1 key.');
}

/** Runs the command. */
export const run = () =>
  runCommand(
    usage,
    async (store) => {
      const { verb, values } = readVerb(
        { ...texts('account', 'name', 'mode', 'key'), scope: { type: 'string', multiple: true } },
        { create: ['account', 'name', 'mode', 'scope'], list: ['account'], revoke: ['account', 'key', 'name'] },
      );
      await { create, list, revoke }[verb](store, values);
    },
    { makesStore: process.argv[2] === 'create' },
  );
