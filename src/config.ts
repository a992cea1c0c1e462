/**
 * The only reader of the environment: `readConfig(env)` gives a frozen object or throws one error that lists every fault.
 * The settings table of docs/operators.md is generated from `settings` below, so a setting cannot go undocumented.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isCidr } from './platform/address-ranges.ts';

interface SettingFacts {
  /** What docs/operators.md says of it. */
  description: string;
  /** A good value, named in the refusal of a bad one. */
  example: string;
  /** Default as docs/operators.md shows it. */
  fallback: string;
}

const facts = new Map<z.ZodType, SettingFacts>();

function setting<T extends z.ZodType>(schema: T, description: string, fallback: string, example = fallback): T {
  facts.set(schema, { description, fallback, example });
  return schema;
}

/** Settings that may also be read from a file, which the variable of their name and this suffix names. */
const secrets = new Set<z.ZodType>();
const fileSuffix = '_FILE';

function secret<T extends z.ZodType>(...known: Parameters<typeof setting<T>>): T {
  const schema = setting(...known);
  secrets.add(schema);
  return schema;
}

function integer(min: number, max: number, fallback: number, description: string) {
  const schema = z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback);
  return setting(schema, description, String(fallback));
}

function optionalPort(description: string, example: string) {
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

function toggle(fallback: boolean, description: string) {
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

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

const serviceUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https address',
  )
  .refine((value) => !URL.canParse(value) || isPlainAddress(new URL(value)), 'must have no user, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''))
  .optional();

function isPlainAddress(url: URL): boolean {
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

const redisUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol),
    'must be a redis or rediss address',
  )
  .optional();

const cidrs = z
  .string()
  .transform(listed)
  .refine((list) => list.every(isCidr), 'must be addresses or ranges in CIDR notation separated by commas')
  .default([]);

const databaseUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    'must be a postgres address whose user and password are percent-encoded',
  )
  .optional();

const origins = z
  .string()
  .transform(listed)
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins (scheme, host, port; no path) separated by commas',
  )
  .default([]);

const settings = {
  HOST: setting(z.string().default('127.0.0.1'), 'Address the graph and the embedded service bind.', '127.0.0.1'),
  PORT: integer(
    0,
    65_535,
    4000,
    'Port of the graph: `/graphql`, `/schema.graphql`, `/llms.txt`, `/health`, `/ready`. 0 takes a free one.',
  ),
  FIELD_DATA_PORT: integer(0, 65_535, 4001, 'Port of the embedded Field Data Service. 0 takes a free one.'),
  FIELD_DATA_URL: setting(
    serviceUrl,
    'A remote Field Data Service instead of the embedded one; may carry a path prefix.',
    'unset',
    'https://api.example.com/field-data',
  ),
  FIELD_DATA_OPENAPI_PATH: setting(
    z
      .string()
      .regex(/^\/[\x21-\x7e]*$/, 'must be a path')
      .default('/openapi.json'),
    'Where a remote service publishes its OpenAPI description; fetched without any key.',
    '/openapi.json',
  ),
  FIELD_DATA_DIR: setting(z.string().default('.data'), 'Folder of the database file and the demo key.', '.data'),
  DATABASE_URL: secret(
    databaseUrl,
    'A PostgreSQL database (15 or newer) under the embedded service, which any number of processes may share, instead of the file in `FIELD_DATA_DIR`.',
    'unset',
    'postgres://fieldgraph:PASSWORD@db.example.com:5432/fieldgraph?sslmode=verify-full',
  ),
  DATABASE_POOL_MAX: integer(1, 1_000, 16, 'Connections of this process to the database of `DATABASE_URL`.'),
  DEMO: toggle(
    true,
    'Demo fields and demo key in the embedded service. Off with `DATABASE_URL`, where on also needs `DEMO_API_KEY`.',
  ),
  DEMO_API_KEY: secret(
    z
      .string()
      .regex(/^[\x21-\x7e]{1,512}$/, 'must be visible ASCII characters')
      .optional(),
    'The demo key, instead of one made at first start.',
    'made at first start',
    'a key that the command `keys` made',
  ),
  READS_REQUIRE_KEY: toggle(false, 'Whether the embedded service refuses reads without a key.'),
  RATE_LIMIT_PER_MINUTE: integer(0, 1e9, 100_000, 'REST requests per key, else per address, a minute; 0 is off.'),
  GATEWAY_RATE_LIMIT_PER_MINUTE: integer(0, 1e9, 0, 'GraphQL operations per caller a minute; 0 is off.'),
  REDIS_URL: secret(
    redisUrl,
    'Redis or Valkey over which several processes share both limits above; while it does not answer each counts for itself.',
    'unset',
    'rediss://:secret@redis.example.com:6379',
  ),
  RATE_LIMIT_EXEMPT: setting(
    cidrs,
    'Networks whose callers `RATE_LIMIT_PER_MINUTE` does not count, in CIDR notation: those of gateways.',
    'empty',
    '10.1.0.0/16,2001:db8::/64',
  ),
  CORS_ORIGINS: setting(
    origins,
    'Origins whose pages may call the graph and the embedded service; empty is the same origin, plus loopback origins while the demo runs.',
    'empty',
    'https://app.example.com,http://localhost:5173',
  ),
  TRUST_PROXY: toggle(false, "Take the caller's address from X-Forwarded-For."),
  INTROSPECTION: toggle(
    true,
    'Whether the schema can be read, through the graph, `/schema.graphql` and `/llms.txt`; off also silences suggestions.',
  ),
  FEDERATION: toggle(
    false,
    'Whether the graph is a subgraph of Apollo Federation 2: `_service` and `_entities`. `_service` shows the schema, whatever `INTROSPECTION` says.',
  ),
  GRAPHIQL: toggle(true, 'Whether `/graphql` shows GraphiQL to a browser.'),
  ADMIN_PORT: optionalPort('Port of `/metrics` and the details of `/ready`.', '9090'),
  ADMIN_HOST: setting(z.string().default('127.0.0.1'), 'Address the admin port binds.', '127.0.0.1'),
  LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'Lowest level that is logged: silent, fatal, error, warn, info, debug or trace.',
    'info',
  ),
  CONNECTIONS_MAX: integer(1, 1e6, 4_096, 'Connections open at once on each port; more are refused.'),
  BODY_BYTES_MAX: integer(1_024, 1e9, 262_144, 'Bytes of one GraphQL request body.'),
  TOKENS_MAX: integer(100, 1e7, 5_000, 'Tokens of one document.'),
  DEPTH_MAX: integer(1, 1_000, 15, 'Levels of nested selections.'),
  ALIASES_MAX: integer(0, 1e6, 100, 'Aliases of one operation.'),
  ROOT_FIELDS_MAX: integer(1, 1e6, 100, 'Root fields of one operation.'),
  DIRECTIVES_MAX: integer(0, 1e6, 50, 'Directives of one document.'),
  NESTING_MAX: integer(20, 500, 100, 'Brackets open at once in a document, and levels of its variables.'),
  SELECTIONS_MAX: integer(100, 1e7, 20_000, 'Selections of one operation, fragments spread out.'),
  VARIABLES_MAX: integer(1, 1e7, 5_000, 'Values in the variables of one operation.'),
  IDS_MAX: integer(1, 1e6, 100, 'Ids in one `fields` or `nodes` list, and representations in one `_entities`.'),
  UPSTREAM_CALLS_MAX: integer(1, 1e7, 300, 'Calls to the service one operation may need, counted before any is sent.'),
  DEADLINE_MS: integer(1, 3_600_000, 10_000, 'Milliseconds one operation may take, retries included.'),
  UPSTREAM_CONCURRENCY_MAX: integer(
    1,
    65_536,
    64,
    'Calls to one endpoint of the service in flight, of one operation and of all.',
  ),
  UPSTREAM_QUEUE_MAX: integer(0, 1e7, 4_096, 'Calls to one endpoint of the service waiting for a place.'),
  UPSTREAM_BYTES_MAX: integer(1_024, 2e9, 16_777_216, 'Bytes of one answer of the service.'),
  UPSTREAM_CACHE_BYTES_MAX: integer(
    0,
    2e10,
    67_108_864,
    'Bytes that answers kept to be revalidated or, keyless, used while fresh may cost to hold; 0 keeps none.',
  ),
  EVENT_LOOP_DELAY_MS_MAX: integer(
    0,
    60_000,
    50,
    'Milliseconds by which the process may be late, turn after turn of its event loop, before new requests are refused with 503; 0 refuses none.',
  ),
  DOCUMENTS_BYTES_MAX: integer(
    1_048_576,
    2e10,
    67_108_864,
    'Bytes of memory, by estimate, for documents and all that is compiled for them; one may take an eighth of it.',
  ),
  DRAIN_MS: integer(
    0,
    3_600_000,
    10_000,
    'Milliseconds from SIGTERM to the end of the process; requests in flight get nine tenths of them to finish.',
  ),
  DRAIN_DELAY_MS: integer(
    0,
    3_600_000,
    0,
    'Milliseconds of `DRAIN_MS` in which `/ready` says 503 while the ports still accept, so that load balancers look elsewhere first.',
  ),
};

const configSchema = z.object(settings);

/** The settings, under the names of their environment variables. */
export type Config = Readonly<z.output<typeof configSchema>>;

/** Every bad setting, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings from an environment. An empty value counts as unset.
 * Throws ConfigError naming every bad variable, what it must be, and a good example; never a value, which may be a secret.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { given, faults } = readGiven(env);
  // Who runs one database for many has no use for made-up fields in it.
  if (given.DATABASE_URL !== undefined) given.DEMO ??= 'off';
  const result = configSchema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => {
      const name = String(issue.path[0]) as keyof typeof settings;
      return `${name} ${issue.message.replace(/^Invalid option: expected/, 'must be')}, for example ${name}=${facts.get(settings[name])?.example}`;
    });
    throw new ConfigError([...faults, ...lines].join('\n'));
  }
  const lines = [...faults, ...contradictions(result.data), ...samePorts(result.data)];
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  return Object.freeze(result.data);
}

/** What the environment gives, files of secrets read. */
function readGiven(env: Record<string, string | undefined>): {
  given: Record<string, string | undefined>;
  faults: string[];
} {
  const given: Record<string, string | undefined> = {};
  const faults: string[] = [];
  for (const [name, schema] of Object.entries(settings)) {
    given[name] = env[name] || undefined;
    const fileName = `${name}${fileSuffix}`;
    const path = secrets.has(schema) ? env[fileName] || undefined : undefined;
    if (path === undefined) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${fileName} are both given: keep one of them.`);
    try {
      given[name] ??= readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(
        `${fileName} names a file that cannot be read (${code}), for example ${fileName}=${exampleFile(name)}`,
      );
    }
  }
  return { given, faults };
}

function exampleFile(name: string): string {
  return `/run/secrets/${name.toLowerCase().replaceAll('_', '-')}`;
}

/** Settings that are good each by itself and cannot be together. */
function contradictions({ DATABASE_URL, FIELD_DATA_URL, DEMO, DEMO_API_KEY }: Config): string[] {
  const lines: string[] = [];
  if (DATABASE_URL !== undefined && FIELD_DATA_URL !== undefined)
    lines.push(
      'DATABASE_URL and FIELD_DATA_URL are both given: a remote service has its own database; keep one of them.',
    );
  if (DATABASE_URL !== undefined && DEMO && DEMO_API_KEY === undefined)
    lines.push(
      'DEMO with DATABASE_URL needs DEMO_API_KEY, the same for every process, for example a key printed by npm run keys.',
    );
  return lines;
}

/** The halves of the product that one process can be: the gateway over a remote service, the service, or both. */
export const roles = ['gateway', 'service'] as const;
export type Role = (typeof roles)[number];

/** Throws ConfigError where the settings make another half of the process than it is to be. */
export function assertRole({ FIELD_DATA_URL: url }: Config, role: Role | undefined): void {
  if (role === 'gateway' && url === undefined) {
    const example = facts.get(settings.FIELD_DATA_URL)?.example;
    throw new ConfigError(`FIELD_DATA_URL must name the service of a gateway, for example FIELD_DATA_URL=${example}`);
  }
  if (role === 'service' && url !== undefined) {
    throw new ConfigError('FIELD_DATA_URL must be unset for a process that is the service itself');
  }
}

/** Two ports of this process that would be the same: what "is in use" would then say of the second sends people looking elsewhere. */
function samePorts(config: Config): string[] {
  const { HOST: host, PORT: port, FIELD_DATA_PORT: servicePort, ADMIN_PORT: adminPort, ADMIN_HOST: adminHost } = config;
  const isSameHost = host === adminHost || [host, adminHost].some((each) => everyInterface.has(each));
  const service = config.FIELD_DATA_URL === undefined ? servicePort : 0;
  const faults: string[] = [];
  if (service !== 0 && service === port)
    faults.push(`FIELD_DATA_PORT must not be PORT, for example FIELD_DATA_PORT=${freeBeside(port)}`);
  if (adminPort && isSameHost && [port, service].includes(adminPort))
    faults.push(
      `ADMIN_PORT must be neither PORT nor FIELD_DATA_PORT, for example ADMIN_PORT=${freeBeside(Math.max(port, service))}`,
    );
  return faults;
}

const portMax = 65_535;
const freeBeside = (port: number): number => (port < portMax ? port + 1 : port - 2);

/** Addresses that stand for all of a machine. */
export const everyInterface: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The settings of this process: its environment, under which lies the file `.env` of the working folder, if any. */
export function readProcessConfig(): Config {
  try {
    process.loadEnvFile();
  } catch {
    // No .env file: the environment alone counts.
  }
  return readConfig(process.env);
}

/** Whether credentials would travel in clear to another machine. */
export function isClearRemote(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !loopbackHosts.has(hostname) && !hostname.startsWith('127.');
}

/** Name, default and description of every setting, in order, for docs/operators.md. */
export function describeSettings(): { name: string; fallback: string; description: string }[] {
  return Object.entries(settings).flatMap(([name, schema]) => {
    const { fallback, description } = facts.get(schema) ?? { fallback: '', description: '' };
    const fileName = `${name}${fileSuffix}`;
    const fromFile = { name: fileName, fallback: 'unset', description: `A file that holds \`${name}\`, in its place.` };
    return [{ name, fallback, description }, ...(secrets.has(schema) ? [fromFile] : [])];
  });
}
