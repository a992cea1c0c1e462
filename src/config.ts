/**
 * The only reader of the environment: `readConfig(env)` returns a frozen object or throws one error that lists every bad setting. The
 * settings table of docs/operators.md is generated from `settings`, so a setting cannot go undocumented.
 */
import { z } from 'zod';
import { capabilities } from './capabilities.ts';
import { fileBytesMax, readEnvFile } from './config/env-file.ts';
import { findMisspelt, type Misspelt } from './config/misspelt.ts';
import { type Adding, settings } from './config/settings.ts';
import { FileRefused, readRegularFile } from './platform/files/regular-file.ts';
import { loopbackOrigin } from './platform/server/cors.ts';
import { aboutOpenFiles } from './platform/server/open-files.ts';
import { ConfigError, factsOf, fileSuffix, type Role } from './platform/settings/setting-types.ts';
import { aboutMemory } from './platform/sync/memory-ratio.ts';

const configSchema = z.object(settings);

/** The settings, under the names of their environment variables. */
export type Config = Readonly<z.output<typeof configSchema>>;

/** Part of the drain time reserved for closing connections and stores. */
const reserveRatio = 0.1;
const reserveMsMax = 1_000;

/** How much of the drain time requests may use. */
export const openMsOf = (drainMs: number): number => drainMs - Math.min(drainMs * reserveRatio, reserveMsMax);

/** The part of a capability that concerns settings. */
export interface SettingsRules extends Adding {
  /** Returns settings whose value the capability changes. `isSet` says whether the operator has set a name. */
  adjust?(config: Config, isSet: (name: string) => boolean): object;
  /** A sentence for each contradiction. */
  contradictions?(config: Config): string[];
}

const rules: readonly SettingsRules[] = capabilities;

/** The reader of the settings: a process of one part, a command on the store, or the command that runs both parts without a port. */
export type Reader = Role | 'command' | 'request';

/**
 * Reads the settings from an environment, for the named reader or for a process of both parts. An empty value counts as unset. Throws
 * ConfigError with the name of every bad variable, what it must be, and a good example. It never contains a value, which may be a secret.
 */
export function readConfig(env: Record<string, string | undefined>, reader?: Reader): Config {
  const { config, errors } = inspectConfig(env, reader);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return config;
}

/**
 * Like readConfig, but returns the errors. `config` has defaults for the `bad` settings, which have no usable value, and other values than
 * the operator's for the `overruled` ones.
 */
function inspectConfig(env: Record<string, string | undefined>, reader?: Reader) {
  const { values, unread, doubled } = readValues(env);
  const ignored = ignoredIn(values, partOf(reader));
  for (const name of ignored) for (const wrong of [unread, doubled]) wrong.delete(name);
  const bad = new Set<string>(unread.keys());
  // Kubernetes sets FIELD_DATA_PORT=tcp://… in every container next to a Service of that name.
  for (const name of ignored) if (!settings[name].safeParse(values[name]).success) values[name] = undefined;
  const certain = misspeltIn(env).filter(({ isCertain }) => isCertain);
  const misspelt = certain.map(({ name, meant }) => `${name} is no setting: write ${meant}, or remove it.`);
  const issues = configSchema.safeParse(values).error?.issues ?? [];
  for (const { path } of issues) bad.add(String(path[0]));
  for (const name of bad) values[name] = undefined;
  const isSet = (name: string) => values[name] !== undefined;
  const parsed: Config = configSchema.parse(values);
  const config: Config = { ...parsed };
  for (const { adjust } of rules) Object.assign(config, adjust?.(config, isSet));
  // No command reads the key of the demo, and nothing does while the demo is off.
  const isUnused = reader === 'command' || !config.DEMO;
  if (isUnused) unread.delete('DEMO_API_KEY');
  const refused = issues.flatMap(({ path, message }) => {
    const name = String(path[0]) as keyof typeof settings;
    if (isUnused && name === 'DEMO_API_KEY') return [];
    const { example } = factsOf(settings[name]);
    if (env[name]) return `${name} ${message}, for example ${name}=${example}`;
    return `${name}${fileSuffix} names a file whose text ${message}, for example ${example}`;
  });
  const isWrong = (line: string) => {
    const names: readonly string[] = line.match(/\b[A-Z_]+\b/g) ?? [];
    // Skip lines about a bad setting, whose value is unknown. Skip those about an ignored one, unless they name FIELD_DATA_URL, its cause.
    const isRead = names.includes('FIELD_DATA_URL') || !ignored.some((name) => name === names[0]);
    return isRead && !names.some((name) => bad.has(name));
  };
  const wrong = contradictions(config, reader).filter(isWrong);
  const errors = [...misspelt, ...doubled.values(), ...unread.values(), ...refused, ...wrong];
  const set = (Object.keys(settings) as (keyof Config)[]).filter(isSet);
  const overruled = set.filter((name) => config[name] !== parsed[name]);
  return { config: Object.freeze(config), errors, bad, set, overruled };
}

/** Returns a sentence for the log about each setting that is set but that no part of this process reads. */
export function ignoredSettings(role?: Role, env: Record<string, string | undefined> = process.env): string[] {
  return ignoredIn(env, role)
    .filter((name) => env[name] || (factsOf(settings[name]).isSecret && env[`${name}${fileSuffix}`]))
    .map((name) => `${name} has no effect: only the ${factsOf(settings[name]).role} reads it.`);
}

/** Returns the only part whose settings a reader uses; undefined for both. */
function partOf(reader: Reader | undefined): Role | undefined {
  if (reader === 'request') return undefined;
  return reader === 'command' ? 'service' : reader;
}

/** Returns the settings of the other part. A process without a role is both, or the gateway if the service is remote. */
function ignoredIn(values: Record<string, string | undefined>, role?: Role): (keyof typeof settings)[] {
  const own = role ?? (values.FIELD_DATA_URL ? 'gateway' : undefined);
  if (own === undefined) return [];
  const names = Object.keys(settings) as (keyof typeof settings)[];
  return names.filter((name) => (factsOf(settings[name]).role ?? own) !== own);
}

/** Returns a sentence for the log about each name that may be a misspelt setting. Certain ones refuse the start instead. */
export function doubtfulSettings(env: Record<string, string | undefined> = process.env): string[] {
  const doubtful = misspeltIn(env).filter(({ isCertain }) => !isCertain);
  return doubtful.map(({ name, meant }) => `${name} is no setting: is ${meant} meant?`);
}

function misspeltIn(env: Record<string, string | undefined>): Misspelt[] {
  const names = Object.keys(env).filter((name) => env[name]);
  return findMisspelt(names, new Set(describeSettings().map(({ name }) => name)));
}

/** Reads the environment and files of secrets. `unread` and `doubled` are errors of unreadable files and of secrets set twice. */
function readValues(env: Record<string, string | undefined>) {
  const values: Record<string, string | undefined> = {};
  const unread = new Map<string, string>();
  const doubled = new Map<string, string>();
  for (const [name, schema] of Object.entries(settings)) {
    values[name] = env[name] || undefined;
    const fileName = `${name}${fileSuffix}`;
    const path = factsOf(schema).isSecret ? env[fileName] || undefined : undefined;
    if (path === undefined) continue;
    if (values[name] !== undefined) doubled.set(name, `${name} and ${fileName} are both given: keep one of them.`);
    try {
      values[name] ??= readRegularFile(path, fileBytesMax).replaceAll(/^\ufeff|\r?\n$/g, '');
    } catch (error) {
      const reason =
        error instanceof FileRefused ? error.message : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
      const example = `/run/secrets/${name.toLowerCase().replaceAll('_', '-')}`;
      unread.set(name, `${fileName} names a file that ${reason}, for example ${fileName}=${example}`);
    }
  }
  return { values, unread, doubled };
}

/** Returns a sentence for each contradiction between settings that are valid by themselves. */
function contradictions(config: Config, reader: Reader | undefined): string[] {
  const { FIELD_DATA_URL } = config;
  const lines = rules.flatMap((each) => each.contradictions?.(config) ?? []);
  if (reader === 'gateway' && FIELD_DATA_URL === undefined) {
    const example = factsOf(settings.FIELD_DATA_URL).example;
    lines.push(`FIELD_DATA_URL must name the service of a gateway, for example FIELD_DATA_URL=${example}`);
  }
  if (reader === 'service' && FIELD_DATA_URL !== undefined)
    lines.push('FIELD_DATA_URL must be unset for a process that is the service itself.');
  if (config.DEMO_NOW !== undefined && !config.DEMO)
    lines.push('DEMO_NOW sets the calendar of the demo: remove it, or set DEMO=on.');
  const { DRAIN_MS, DRAIN_DELAY_MS } = config;
  if (reader !== 'command' && reader !== 'request' && DRAIN_DELAY_MS > 0 && DRAIN_DELAY_MS >= openMsOf(DRAIN_MS))
    lines.push(
      `DRAIN_DELAY_MS must be shorter than DRAIN_MS, less the tenth (at most 1 second) that is reserved for closing, for example DRAIN_DELAY_MS=${Math.floor(DRAIN_MS / 2)}`,
    );
  return [...lines, ...samePorts(config, reader)];
}

/** Reports equal ports of this process: the error "is in use" of the second would send people looking elsewhere. */
function samePorts(config: Config, reader: Reader | undefined): string[] {
  const { HOST: host, ADMIN_PORT: adminPort, ADMIN_HOST: adminHost } = config;
  const isSameHost = host === adminHost || [host, adminHost].some((each) => everyInterface.has(each));
  const port = partOf(reader) === 'service' || reader === 'request' ? 0 : config.PORT;
  const service =
    config.FIELD_DATA_URL === undefined && reader !== 'gateway' && reader !== 'request' ? config.FIELD_DATA_PORT : 0;
  const errors: string[] = [];
  if (service !== 0 && service === port)
    errors.push(`FIELD_DATA_PORT must not be PORT, for example FIELD_DATA_PORT=${portNextTo(port)}`);
  if (adminPort && isSameHost && [port, service].includes(adminPort))
    errors.push(
      `ADMIN_PORT must be neither PORT nor FIELD_DATA_PORT, for example ADMIN_PORT=${portNextTo(Math.max(port, service))}`,
    );
  return errors;
}

const portMax = 65_535;
const portNextTo = (port: number): number => (port < portMax ? port + 1 : port - 2);

/** Addresses that mean all interfaces of a machine. */
export const everyInterface: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Reads the settings of this process from its environment, and unset ones from the file `.env` of the working folder, if any. */
export function readProcessConfig(reader?: Reader): Config {
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ||= value;
  return readConfig(process.env, reader);
}

/** Like readProcessConfig, but returns the errors, the names that `.env` sets, and all names that are set. */
export function inspectProcessConfig(role?: Role) {
  let file: NodeJS.Dict<string> = {};
  const unread: string[] = [];
  try {
    file = readEnvFile();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    unread.push(error.message);
  }
  for (const [name, value] of Object.entries(file)) process.env[name] ||= value;
  const { errors, ...inspected } = inspectConfig(process.env, role);
  const names = Object.keys(process.env).filter((name) => process.env[name] && name !== apiKeyName);
  return { ...inspected, errors: [...unread, ...errors], inFile: Object.keys(file), names };
}

/** Processes that serve do not read it. */
const apiKeyName = 'FIELDGRAPH_API_KEY';

/** Returns the API key of the command `request`. Call this after `readProcessConfig`. */
export const readApiKey = (): string | undefined => process.env[apiKeyName] || undefined;

/** Problems of these settings in this process that refuse no start, and what to do about each. */
export function processWarnings({ CONNECTIONS_MAX, FIELD_DATA_URL }: Config): { sentence: string; next: string }[] {
  const { protocol, origin } = URL.parse(FIELD_DATA_URL ?? '') ?? {};
  const isClear = protocol === 'http:' && !loopbackOrigin.test(`${origin}`);
  const warnings: readonly (readonly [sentence: string | undefined | false, next: string])[] = [
    [isClear && 'FIELD_DATA_URL is plain http to another machine: API keys are sent unencrypted.', 'Use https there.'],
    [aboutOpenFiles(CONNECTIONS_MAX), 'Raise the limit (ulimit -n, LimitNOFILE), or lower CONNECTIONS_MAX.'],
    [aboutMemory(), 'Raise the limit of the container.'],
  ];
  return warnings.flatMap(([sentence, next]) => (sentence ? { sentence, next } : []));
}

/** Name, default and description of every setting, in order, for docs/operators.md. */
export function describeSettings(): { name: string; fallback: string; description: string }[] {
  return Object.entries(settings).flatMap(([name, schema]) => {
    const { fallback, description, isSecret } = factsOf(schema);
    const fileName = `${name}${fileSuffix}`;
    const fromFile = { name: fileName, fallback: 'unset', description: `A file that contains \`${name}\`.` };
    return [{ name, fallback, description }, ...(isSecret ? [fromFile] : [])];
  });
}
