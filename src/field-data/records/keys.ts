/**
 * API keys: `fds_test_…` or `fds_live_…`, 32 base62 characters and a 6-character CRC32 of everything before it. The CRC32 reveals a typo
 * without a look-up. Only the SHA-256 of a key is stored. Logs may show the result of `maskKey`.
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Test keys write notes with `live_mode: false` and see only those. Live keys write and see the others. */
export type Mode = 'test' | 'live';

/** The permissions of a key. Each operation requires one scope. */
export const scopes = ['weather:read', 'earth_observations:read', 'observations:read', 'observations:write'] as const;
export type Scope = (typeof scopes)[number];

/** The name of an account that an operator makes keys or fields for. */
export const accountForm = /^[a-z0-9][a-z0-9._-]{0,62}$/;
/** The account of the demo key. Accounts of operators cannot begin with a tilde, so none of their keys shares the demo's notes. */
export const demoAccount = '~demo';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
/** Least length of a text of which logs show the end. */
const shownFrom = 16;
const keyForm = /^fds_(?:test|live)_[0-9A-Za-z]{38}$/;

/** Creates a key from the random source of the operating system (190 bits). */
export function createKey(mode: Mode): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = `fds_${mode}_${secret}`;
  return body + checksum(body);
}

/** Whether a text has the form and the checksum of a key. Does not check that the key exists. */
export function isWellFormedKey(text: string): boolean {
  return keyForm.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** The stored form of a key. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** The form of a key for logs and lists: its prefix and its last four characters, but nothing of a text that is too short to be a key. */
export function maskKey(key: string): string {
  return `${keyForm.test(key) ? key.slice(0, 9) : ''}…${key.length < shownFrom ? '' : key.slice(-4)}`;
}
