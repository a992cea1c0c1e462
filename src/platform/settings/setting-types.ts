/** Types of settings: which texts of the environment are valid, which values they become, and how they are described. */
import { z } from 'zod';
import { parseInstant } from '../time/instant.ts';
import { tryOr } from '../sync/try-or.ts';
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts';

declare module 'zod' {
  /** How a setting is described, next to its `description` in docs/operators.md. */
  interface GlobalMeta {
    /** A good value, named in the error for a bad one. Defaults to `fallback`. */
    example?: string;
    /** Default as docs/operators.md shows it, if that is not the value. */
    fallback?: string;
    /** The only part of the product that reads it. Undefined if every process does. */
    role?: Role;
    /** Whether it may also be read from a file, because it should not be in an environment. */
    isSecret?: boolean;
  }
}

/** The parts of the product that can run in a process of their own: the gateway over a remote service, or the service. */
export const roles = ['gateway', 'service'] as const;
export type Role = (typeof roles)[number];

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

/** Types of settings, by name. */
export type SettingTypes = Readonly<Record<string, z.ZodType>>;

/** Marks settings that only one part of the product reads: a process of another ignores them. */
export function onlyFor<Settings extends SettingTypes>(role: Role, settings: Settings): Settings {
  const marked = Object.entries(settings).map(([name, schema]) => [name, schema.meta({ role })] as const);
  return Object.fromEntries(marked) as Settings;
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
  .refine(Number.isFinite, { error: 'must be an instant with an offset', abort: true })
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
    return tryOr(() => decodeURIComponent(`${username}:${password}`), false);
  }, 'must have user and password percent-encoded')
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

/** Origins as browsers write them, separated by commas. Those of apps, such as `capacitor://localhost`, are opaque to `URL`. */
export const origins = listOf((origin) => {
  const { protocol, host = '' } = URL.parse(origin) ?? {};
  return host !== '' && origin === `${protocol}//${host}` && !origin.includes('*');
}, 'origins (scheme, host, port unless it is the default; no path, no *)').default([]);

/** Host names as a URL has them, without ports and separated by commas. */
export const hostNames = listOf(
  (name) => URL.parse(`http://${name}`)?.hostname === name && !name.includes('*'),
  'host names (no scheme, no port, no *; IPv6 in brackets)',
);

/** The values of some settings. */
export type SettingsOf<Settings extends SettingTypes> = Readonly<z.output<z.ZodObject<Settings>>>;

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
