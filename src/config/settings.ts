/** Every setting: its type, default and description, for the table in docs/operators.md. Those of capabilities are in their folders. */
import { z } from 'zod';
import { capabilities } from '../capabilities.ts';
import {
  cidrs,
  instant,
  integer,
  onlyFor,
  optionalPort,
  origins,
  redisUrl,
  type SettingTypes,
  serviceUrl,
  toggle,
} from '../platform/settings/setting-types.ts';
import { type After, insertAfter } from './insert-after.ts';

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** The real weather of the demo begins before the first of these years. */
const demoYears = [2013, 2100] as const;

function isOfDemo(instantMs: number | undefined): boolean {
  if (instantMs === undefined) return true;
  const year = new Date(instantMs).getUTCFullYear();
  return year >= demoYears[0] && year <= demoYears[1];
}

const ownSettings = {
  HOST: z.string().default('127.0.0.1').describe('Address on which the graph and the built-in service listen.'),
  FIELD_DATA_URL: serviceUrl.meta({
    description: 'Address of your own Field Data Service, instead of the built-in one. It may have a path prefix.',
    example: 'https://api.example.com/field-data',
  }),
  ...onlyFor('gateway', {
    PORT: integer(0, 65_535, 4000).describe('Port of the graph. 0 takes a free one.'),
    FIELD_DATA_OPENAPI_PATH: z
      .string()
      .regex(/^\/[\x21-\x7e]*$/, 'must be a path')
      .default('/openapi.json')
      .describe('Path of the OpenAPI description of a remote service. It is read without a key.'),
    GATEWAY_RATE_LIMIT_PER_MINUTE: integer(0, 1e9, 0).describe(
      'GraphQL operations per caller and minute. 0 disables it.',
    ),
    INTROSPECTION: toggle(true).describe(
      'Whether callers can read the schema: by introspection, `/schema.graphql` and `/llms.txt`. Off also disables suggestions in errors.',
    ),
    GRAPHIQL: toggle(true).describe('Whether `/graphql` shows GraphiQL to a browser.'),
  }),
  ...onlyFor('service', {
    FIELD_DATA_PORT: integer(0, 65_535, 4001).describe('Port of the built-in Field Data Service. 0 takes a free one.'),
    FIELD_DATA_DIR: z.string().default('.data').describe('Folder of the database file and the demo key.'),
    DEMO: toggle(true).describe(
      'Whether there are demo fields and a demo key. With `DATABASE_URL` the default is off, and on needs `DEMO_API_KEY`.',
    ),
    DEMO_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]{1,512}$/, 'must be visible ASCII characters')
      .optional()
      .meta({
        description:
          'The demo key, instead of the one generated in the file `demo-key` of `FIELD_DATA_DIR`. Visitors get it, so it must be no key of an account.',
        fallback: 'generated',
        example: '4b1f0c9a5d7e62',
        isSecret: true,
      }),
    DEMO_NOW: instant.refine(isOfDemo, `must be in the years from ${demoYears.join(' to ')}`).meta({
      description:
        'Fixed instant for the calendar of the demo: its data and default windows. Limits, freshness, keys, logs and the times of observations use the real time.',
      example: '2026-06-15T12:00:00Z',
    }),
    FIELD_DATA_READS_REQUIRE_KEY: toggle(false).describe('Whether the built-in service refuses reads without a key.'),
    FIELD_DATA_RATE_LIMIT_PER_MINUTE: integer(0, 1e9, 100_000).describe(
      'REST requests per minute, for each key, or for each address without a key. 0 disables it.',
    ),
    FIELD_DATA_RATE_LIMIT_EXEMPT: cidrs.meta({
      description:
        'Networks that `FIELD_DATA_RATE_LIMIT_PER_MINUTE` does not limit, such as those of gateways. In CIDR notation, separated by commas.',
      example: '10.1.0.0/16,2001:db8::/64',
    }),
  }),
  REDIS_URL: redisUrl.meta({
    description:
      'Redis or Valkey, through which several processes share both rate limits. While it is down, each process counts for itself.',
    example: 'rediss://:secret@redis.example.com:6379',
    isSecret: true,
  }),
  CORS_ORIGINS: origins.meta({
    description:
      'Origins whose pages may call the graph and the built-in service, separated by commas. While the demo is on, loopback origins may too.',
    example: 'https://app.example.com,http://localhost:5173',
  }),
  TRUST_PROXY: toggle(false).describe("Whether to take the caller's address from X-Forwarded-For."),
  ADMIN_PORT: optionalPort.meta({
    description: 'Port of `/metrics` and of `/ready` with details. 0 takes a free one.',
    example: '9090',
  }),
  ADMIN_HOST: z.string().default('127.0.0.1').describe('Address on which the admin port listens.'),
  LOG_LEVEL: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .default('info')
    .describe('Lowest level that is logged: trace, debug, info, warn, error, fatal or silent.'),
  CONNECTIONS_MAX: integer(1, 1e6, 4_096).describe(
    'Open connections of each port. A further one closes the least recently used one that is idle or whose request is still arriving. If there is none, it is refused. At most a quarter of the files that the process may open, and a third of those beyond 128.',
  ),
  ...onlyFor('gateway', {
    BODY_BYTES_MAX: integer(1_024, 1e9, 262_144).describe('Size of one GraphQL request body, in bytes.'),
    TOKENS_MAX: integer(100, 1e7, 5_000).describe(
      'Tokens of one document, which may have as many lines, and names of 128 characters.',
    ),
    DEPTH_MAX: integer(1, 1_000, 15).describe('Levels of nested fields.'),
    ALIASES_MAX: integer(0, 1e6, 100).describe('Aliases of one operation, each as often as its fragment is spread.'),
    ROOT_FIELDS_MAX: integer(1, 1e6, 100).describe('Root fields of one operation.'),
    DIRECTIVES_MAX: integer(0, 1e6, 50).describe('Directives of one document.'),
    NESTING_MAX: integer(20, 500, 100).describe(
      'Levels of brackets and of nested selections in a document, and levels of its variables.',
    ),
    SELECTIONS_MAX: integer(100, 1e7, 20_000).describe(
      'Selections of one operation, each as often as its fragment is spread.',
    ),
    VARIABLES_MAX: integer(1, 1e7, 5_000).describe('Values in the variables of one operation.'),
    IDS_MAX: integer(1, 1e6, 100).describe('Ids in one `fields` or `nodes`, and representations in one `_entities`.'),
    UPSTREAM_CALLS_MAX: integer(1, 1e7, 300).describe(
      'Calls to the service for one operation, counted before the first.',
    ),
    RECORDS_READ_MAX: integer(1, 1e9, 60_000).describe(
      'Records that one operation may read, counted from its arguments before the first call, and again as they arrive.',
    ),
    RECORDS_VISITED_MAX: integer(1, 1e9, 200_000).describe(
      'Records that one operation may visit: each list counts once for every alias and computed field.',
    ),
    RECORDS_IN_FLIGHT_MAX: integer(1, 1e9, 100_000).describe(
      'Records of all operations in flight that have more than 1,000: they may have four fifths of it. One that does not fit is refused with OVERLOADED.',
    ),
    ANSWER_BYTES_MAX: integer(1_024, 5e8, 33_554_432).describe('Size of one result before compression, in bytes.'),
    UNSENT_BYTES_MAX: integer(1_048_576, 2e10, 134_217_728).describe(
      'Bytes of replies above 64 KiB, and of events of streams, that clients have not read yet. Above it, replies that take longer than 5 seconds are cut. If it is still exceeded, operations of more than 1,000 records are refused with OVERLOADED.',
    ),
    DEADLINE_MS: integer(1, 3_600_000, 10_000).describe('Time for one operation including retries, in milliseconds.'),
    UPSTREAM_CONCURRENCY_MAX: integer(1, 65_536, 64).describe('Calls in flight to one endpoint of the service.'),
    UPSTREAM_QUEUE_MAX: integer(0, 1e7, 4_096).describe(
      'Calls to one endpoint that wait for a slot. One key may have half of what others leave free.',
    ),
    UPSTREAM_BYTES_MAX: integer(1_024, 2e9, 16_777_216).describe('Size of one response of a remote service, in bytes.'),
    UPSTREAM_CACHE_BYTES_MAX: integer(0, 2e10, 67_108_864).describe(
      'Memory limit of the response cache, in bytes. 0 disables it. Up to 64 MiB, at most a thirty-second of the memory of a container.',
    ),
    DOCUMENTS_BYTES_MAX: integer(1_048_576, 2e10, 67_108_864).describe(
      'Memory limit of the document cache, in bytes. One document may take an eighth. Documents of open [streams](live.md) may take as much again.',
    ),
  }),
  EVENT_LOOP_DELAY_MS_MAX: integer(0, 60_000, 50).describe(
    'Delay of the event loop, in milliseconds. Requests beyond the first eight are refused with 503 if it is longer for half a second, or once five times longer. 0 disables it.',
  ),
  DRAIN_MS: integer(0, 3_600_000, 10_000).describe(
    'Time from SIGTERM to the end of the process, in milliseconds. Requests in flight may finish until a tenth of it, at most 1 second, is left.',
  ),
  DRAIN_DELAY_MS: integer(0, 3_600_000, 0).describe(
    'Part of `DRAIN_MS` before that reserve, in which the ports still accept requests while `/ready` is 503. Load balancers move on meanwhile.',
  ),
};

type Module = (typeof capabilities)[number];
type Settings = Module extends infer Each ? (Each extends { settings: infer Own } ? Own : never) : never;
/** The intersection of the members of a union. */
type All<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

/** Settings that a capability adds. */
export interface Adding {
  after: After;
  settings?: SettingTypes;
}

/** All settings by the names of their environment variables, in the order of the documentation. */
export const settings = Object.fromEntries(
  insertAfter<z.ZodType, Adding>(Object.entries(ownSettings), 'settings', capabilities, (each) => each.settings),
) as typeof ownSettings & All<Settings>;

type OwnConfig = Readonly<z.output<z.ZodObject<typeof ownSettings>>>;

/** Whether the service of this process limits no caller. A remote service has its own limit. */
export function isServiceUnlimited({
  FIELD_DATA_RATE_LIMIT_PER_MINUTE: limit,
  FIELD_DATA_URL: url,
}: OwnConfig): boolean {
  return limit === 0 || url !== undefined;
}

/** Whether this process limits no caller: `REDIS_URL` then has no effect. */
export const isUnlimited = (config: OwnConfig): boolean =>
  config.GATEWAY_RATE_LIMIT_PER_MINUTE === 0 && isServiceUnlimited(config);
