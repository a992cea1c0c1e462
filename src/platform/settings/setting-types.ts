/** The kinds of settings there are: what a text of the environment must be, what it becomes, and how it is described. */
import { z } from 'zod';
import { isCidr } from '../server/address-ranges.ts';
import { parseInstant } from '../time/instant.ts';
import { withoutTrailingSlashes } from '../json/trailing-slashes.ts';

/** How a setting is described. */
export interface SettingFacts {
  /** Description in docs/operators.md. */
  description: string;
  /** A good value, named in the refusal of a bad one. */
  example: string;
  /** Default as docs/operators.md shows it. */
  fallback: string;
  /** The one part of the product that reads it; undefined where every process does. */
  role?: string;
}

/** The facts of each setting, by its schema. */
export const facts = new Map<z.ZodType, SettingFacts>();

/** A setting of any schema. Returns a copy of it, so that two settings of one kind have a description each. */
export function setting<T extends z.ZodType>(schema: T, description: string, fallback: string, example = fallback): T {
  const own = schema.clone();
  facts.set(own, { description, fallback, example });
  return own;
}

/** The same settings, which only one part of the product reads: a process of another ignores them. */
export function onlyFor<Settings extends Readonly<Record<string, z.ZodType>>>(
  role: string,
  settings: Settings,
): Settings {
  for (const schema of Object.values(settings)) Object.assign(facts.get(schema) ?? {}, { role });
  return settings;
}

/** Settings that may also be read from a file, which the variable of their name and this suffix names. */
export const secrets = new Set<z.ZodType>();
export const fileSuffix = '_FILE';

/** A setting that may also be read from a file, for what must not stand in an environment. */
export function secret<T extends z.ZodType>(...known: Parameters<typeof setting<T>>): T {
  const schema = setting(...known);
  secrets.add(schema);
  return schema;
}

function wholeNumber(digitsMax: number, min: number, max: number) {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${digitsMax}}$`), 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
}

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number, fallback: number, description: string) {
  return setting(wholeNumber(12, min, max).default(fallback), description, String(fallback));
}

/** A port, or none. */
export function optionalPort(description: string, example: string) {
  return setting(wholeNumber(5, 0, 65_535).optional(), description, 'unset', example);
}

/** An instant (milliseconds), or none. */
export const instant = z
  .string()
  .transform((text) => parseInstant(text) ?? Number.NaN)
  .refine(Number.isFinite, 'must be an instant with an offset')
  .optional();

const spelledOn = ['on', 'true', '1', 'yes'];
const spelledOff = ['off', 'false', '0', 'no'];

/** On or off, in the spellings people use. */
export function toggle(fallback: boolean, description: string) {
  const schema = z
    .string()
    .toLowerCase()
    .refine((value) => [...spelledOn, ...spelledOff].includes(value), 'must be on or off')
    .transform((value) => spelledOn.includes(value))
    .default(fallback);
  return setting(schema, description, fallback ? 'on' : 'off');
}

function addressOf(scheme: RegExp, what: string) {
  return z.string().refine((value) => scheme.test(URL.parse(value)?.protocol ?? ''), `must be ${what}`);
}

/** An http address, without credentials, query or fragment, as `URL` writes it: paths are appended to it. */
export const serviceUrl = addressOf(/^https?:$/, 'an http or https address')
  .refine((value) => {
    const { username, password } = URL.parse(value) ?? {};
    // Also an empty query or fragment, which `URL` does not report.
    return !(username || password || /[?#]/.test(value));
  }, 'must have no user, query or fragment')
  .transform((value) => withoutTrailingSlashes(URL.parse(value)?.href ?? value))
  .optional();

/** An address of Redis or Valkey. */
export const redisUrl = addressOf(/^rediss?:$/, 'a redis or rediss address').optional();

/** An address of a PostgreSQL database. */
export const databaseUrl = addressOf(
  /^postgres(ql)?:$/,
  'a postgres address whose user and password are percent-encoded',
).optional();

function listOf(isGood: (entry: string) => boolean, what: string) {
  return z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine((list) => list.every(isGood), `must be ${what} separated by commas`);
}

/** Networks, separated by commas. */
export const cidrs = listOf(isCidr, 'addresses or ranges in CIDR notation').default([]);

/** Origins as browsers write them, separated by commas. */
export const origins = listOf(
  (origin) => URL.parse(origin)?.origin === origin,
  'origins (scheme, host, port; no path)',
).default([]);

/** Host names as a URL has them, without ports and separated by commas. */
export const hostNames = listOf(
  (name) => URL.parse(`http://${name}`)?.hostname === name,
  'host names (no scheme, no port; IPv6 in brackets)',
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
