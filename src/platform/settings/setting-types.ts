/** Types of settings: which texts of the environment are valid, which values they become, and how they are described. */
import { z } from 'zod';
import { parseInstant } from '../time/instant.ts';
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts';

declare module 'zod' {
  /** How a setting is described, next to its `description` in docs/operators.md. */
  interface GlobalMeta {
    /** A good value, named in the error for a bad one. Defaults to `fallback`. */
    example?: string;
    /** Default as docs/operators.md shows it, if that is not the value. */
    fallback?: string;
    /** The only part of the product that reads it. Undefined if every process does. */
    role?: string;
    /** Whether it may also be read from a file, because it should not be in an environment. */
    isSecret?: boolean;
  }
}

/** How a setting is described. It must have a `fallback`, or accept that it is unset. */
export function factsOf(schema: z.ZodType) {
  const { description = '', role, isSecret = false, ...stated } = schema.meta() ?? {};
  const { fallback = written(schema.parse(undefined)), example = fallback } = stated;
  return { description, fallback, example, role, isSecret };
}

function written(value: unknown): string {
  if (value === undefined) return 'unset';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value) || 'empty';
}

/** Marks settings that only one part of the product reads: a process of another ignores them. */
export function onlyFor<Settings extends Readonly<Record<string, z.ZodType>>>(
  role: string,
  settings: Settings,
): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, schema]) => [name, schema.meta({ role })]),
  ) as Settings;
}

/** Suffix of a secret's name that makes the name of the variable of its file. */
export const fileSuffix = '_FILE';

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number, fallback: number) => wholeNumber(min, max).default(fallback);

/** A port, or none. */
export const optionalPort = wholeNumber(0, 65_535).optional();

/** An instant (milliseconds), or none. */
export const instant = z
  .string()
  .transform((text) => parseInstant(text) ?? Number.NaN)
  .refine(Number.isFinite, 'must be an instant with an offset')
  .optional();

const spellings = { truthy: ['on', 'true', '1', 'yes'], falsy: ['off', 'false', '0', 'no'] };

/** On or off, in the spellings people use. */
export function toggle(fallback: boolean) {
  return z.stringbool({ ...spellings, error: 'must be on or off' }).default(fallback);
}

function addressOf(form: RegExp, what: string) {
  return z.string().refine((value) => form.test(value) && URL.canParse(value), `must be ${what}`);
}

/** An http address, without credentials, query or fragment, as `URL` writes it: paths are appended to it. */
export const serviceUrl = addressOf(/^\s*https?:/i, 'an http or https address')
  .refine((value) => {
    const { username, password } = URL.parse(value) ?? {};
    // Also an empty query or fragment, which `URL` does not report.
    return !(username || password || /[?#]/.test(value));
  }, 'must have no user, query or fragment')
  .transform((value) => withoutTrailingSlashes(URL.parse(value)?.href ?? value))
  .optional();

/** An address of Redis or Valkey. */
export const redisUrl = addressOf(/^rediss?:\/\/\S+$/i, 'a redis or rediss address without white space')
  .refine((value) => /^(?:\/\d*)?$/.test(URL.parse(value)?.pathname ?? ''), 'must name its database by a number')
  .refine((value) => {
    const { username, password } = URL.parse(value) ?? {};
    try {
      return decodeURIComponent(`${username}:${password}`);
    } catch {
      return false;
    }
  }, 'must have user and password percent-encoded')
  .optional();

/** Several hosts, after the user or in the query. */
const severalHosts = /^[^:]*:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&#]*(?:,|%2C)/i;

/** Others are read in two ways: by `URL`, and by the library of PostgreSQL, which could take the password for a name. */
const databaseForm = /^postgres(?:ql)?:\/\/[^/?#\s]*(?:\/[^?#:@\s]*)?(?:\?[^#\s]*)?$/i;

/** Values of `sslmode` that either encrypt or do not. */
export const sslModes: ReadonlySet<string> = new Set(['disable', 'require', 'verify-ca', 'verify-full']);

/** Parameters that the library of PostgreSQL obeys. It would ignore any other, such as a misspelt sslmode. */
const databaseParameters = [
  'host port user password application_name fallback_application_name options client_encoding',
  'sslmode sslrootcert sslcert sslkey sslnegotiation ssl uselibpqcompat',
  'statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout',
].flatMap((row) => row.split(' '));

const queryOf = (url: string) => new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);

/** The letters of a name in order, without their case: the same for `sslmdoe` and `SSL_MODE`. */
const lettersOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .split('')
    .sort()
    .join('');

/** What must be changed in the parameters of a URL. The library would take the last of two. */
function wrongParameter(url: string): string | undefined {
  const names = [...queryOf(url).keys()];
  const doubled = names.find((name, at) => databaseParameters.includes(name) && names.indexOf(name) < at);
  if (doubled !== undefined) return `must have ${doubled} only once`;
  const unknown = names.find((name) => !databaseParameters.includes(name));
  if (unknown === undefined) return undefined;
  const meant = databaseParameters.find((name) => lettersOf(name) === lettersOf(unknown));
  if (meant !== undefined) return `must have ${meant}, not ${unknown}`;
  // Before an `@`, it may be a part of the password.
  const isShown = /^\w+$/.test(unknown) && !/\?.*@/.test(url);
  return `must have no parameter ${isShown ? unknown : 'of another name'}, only ${databaseParameters.join(', ')}`;
}

/** An address of a PostgreSQL database. That of a Unix socket may have a user and no host, which `URL` refuses. */
export const databaseUrl = z
  .string()
  .refine((value) => !severalHosts.test(value), {
    error: 'must name one host, such as a proxy that leads to the primary',
    abort: true,
  })
  .refine(
    (value) => databaseForm.test(value) && URL.canParse(value.replace('@/', '@host/')),
    'must be a postgres address without white space, whose user and password are percent-encoded',
  )
  .refine(
    (value) =>
      queryOf(value)
        .getAll('sslmode')
        .every((mode) => sslModes.has(mode)),
    'must have an sslmode of disable, require, verify-ca or verify-full, not prefer, allow or another',
  )
  .refine((value) => wrongParameter(value) === undefined, { error: ({ input }) => wrongParameter(String(input)) })
  .optional();

function listOf(isGood: (entry: string) => boolean, what: string) {
  return z
    .string()
    .transform((value) => value.split(',').flatMap((entry) => entry.trim() || []))
    .refine((list) => list.every(isGood), `must be ${what} separated by commas`);
}

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Networks, separated by commas. */
export const cidrs = listOf((text) => range.safeParse(text).success, 'addresses or ranges in CIDR notation').default(
  [],
);

/** Origins as browsers write them, separated by commas. */
export const origins = listOf(
  (origin) => URL.parse(origin)?.origin === origin && !origin.includes('*'),
  'origins (scheme, host, port unless it is the default; no path, no *)',
).default([]);

/** Host names as a URL has them, without ports and separated by commas. */
export const hostNames = listOf(
  (name) => URL.parse(`http://${name}`)?.hostname === name && !name.includes('*'),
  'host names (no scheme, no port, no *; IPv6 in brackets)',
);

/** The values of some settings. */
export type SettingsOf<Settings extends Readonly<Record<string, z.ZodType>>> = Readonly<
  z.output<z.ZodObject<Settings>>
>;

/** Why the process does not start; the message is for the operator. */
export class StartRefused extends Error {
  override name = 'StartRefused';
  /** The line above the message. */
  readonly heading: string = '';
}

/** Every unacceptable setting, one line each. */
export class ConfigError extends StartRefused {
  override name = 'ConfigError';
  override heading = 'These settings are not acceptable:';
}
