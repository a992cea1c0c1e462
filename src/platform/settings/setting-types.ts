/** The kinds of settings there are: what a text of the environment must be, what it becomes, and how it is described. */
import { z } from 'zod';
import { isCidr } from '../server/address-ranges.ts';
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

/** A setting of any schema. */
export function setting<T extends z.ZodType>(schema: T, description: string, fallback: string, example = fallback): T {
  facts.set(schema, { description, fallback, example });
  return schema;
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

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number, fallback: number, description: string) {
  const schema = z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback);
  return setting(schema, description, String(fallback));
}

/** A port, or none. */
export function optionalPort(description: string, example: string) {
  const schema = z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be from 0 to 65535')
    .optional();
  return setting(schema, description, 'unset', example);
}

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

function listed(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** An http address, without credentials, query or fragment. */
export const serviceUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https address',
  )
  .refine((value) => !URL.canParse(value) || isPlainAddress(new URL(value)), 'must have no user, query or fragment')
  .transform((value) => withoutTrailingSlashes(value))
  .optional();

function isPlainAddress(url: URL): boolean {
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** An address of Redis or Valkey. */
export const redisUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol),
    'must be a redis or rediss address',
  )
  .optional();

/** Networks, separated by commas. */
export const cidrs = z
  .string()
  .transform(listed)
  .refine((list) => list.every(isCidr), 'must be addresses or ranges in CIDR notation separated by commas')
  .default([]);

/** An address of a PostgreSQL database. */
export const databaseUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    'must be a postgres address whose user and password are percent-encoded',
  )
  .optional();

/** Origins as browsers write them, separated by commas. */
export const origins = z
  .string()
  .transform(listed)
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins (scheme, host, port; no path) separated by commas',
  )
  .default([]);

/** Host names as a URL has them, without ports and separated by commas. */
export const hostNames = z
  .string()
  .transform(listed)
  .refine(
    (list) => list.every((name) => URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name),
    'must be host names (no scheme, no port; IPv6 in brackets) separated by commas',
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
