/** Every setting: its kind, default, and description, of which the table in docs/operators.md is made. Those of capabilities are in their folders. */
import { z } from 'zod';
import { capabilities } from '../capabilities.ts';
import {
  cidrs,
  integer,
  onlyFor,
  optionalPort,
  origins,
  redisUrl,
  secret,
  serviceUrl,
  setting,
  toggle,
} from '../platform/settings/setting-types.ts';
import { type After, insertAfter } from './insert-after.ts';

const ownSettings = {
  HOST: setting(z.string().default('127.0.0.1'), 'Address the graph and the embedded service bind.', '127.0.0.1'),
  FIELD_DATA_URL: setting(
    serviceUrl,
    'A remote Field Data Service instead of the embedded one; may carry a path prefix.',
    'unset',
    'https://api.example.com/field-data',
  ),
  ...onlyFor('gateway', {
    PORT: integer(
      0,
      65_535,
      4000,
      'Port of the graph: `/` (the field page), `/graphql`, `/schema.graphql`, `/llms.txt`, `/health`, `/ready`. 0 takes a free one.',
    ),
    FIELD_DATA_OPENAPI_PATH: setting(
      z
        .string()
        .regex(/^\/[\x21-\x7e]*$/, 'must be a path')
        .default('/openapi.json'),
      'Where a remote service publishes its OpenAPI description; fetched without any key.',
      '/openapi.json',
    ),
    GATEWAY_RATE_LIMIT_PER_MINUTE: integer(0, 1e9, 0, 'GraphQL operations per caller a minute; 0 is off.'),
    INTROSPECTION: toggle(
      true,
      'Whether the schema can be read, through the graph, `/schema.graphql` and `/llms.txt`; off also silences suggestions.',
    ),
    GRAPHIQL: toggle(true, 'Whether `/graphql` shows GraphiQL to a browser.'),
  }),
  ...onlyFor('service', {
    FIELD_DATA_PORT: integer(0, 65_535, 4001, 'Port of the embedded Field Data Service. 0 takes a free one.'),
    FIELD_DATA_DIR: setting(z.string().default('.data'), 'Folder of the database file and the demo key.', '.data'),
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
    FIELD_DATA_READS_REQUIRE_KEY: toggle(false, 'Whether the embedded service refuses reads without a key.'),
    FIELD_DATA_RATE_LIMIT_PER_MINUTE: integer(
      0,
      1e9,
      100_000,
      'REST requests per key, else per address, a minute; 0 is off.',
    ),
    FIELD_DATA_RATE_LIMIT_EXEMPT: setting(
      cidrs,
      'Networks whose callers `FIELD_DATA_RATE_LIMIT_PER_MINUTE` does not count, in CIDR notation: those of gateways.',
      'empty',
      '10.1.0.0/16,2001:db8::/64',
    ),
  }),
  REDIS_URL: secret(
    redisUrl,
    'Redis or Valkey over which several processes share both limits above; while it does not answer each counts for itself.',
    'unset',
    'rediss://:secret@redis.example.com:6379',
  ),
  CORS_ORIGINS: setting(
    origins,
    'Origins whose pages may call the graph and the embedded service; empty is the same origin, plus loopback origins while the demo runs.',
    'empty',
    'https://app.example.com,http://localhost:5173',
  ),
  TRUST_PROXY: toggle(false, "Take the caller's address from X-Forwarded-For."),
  ADMIN_PORT: optionalPort('Port of `/metrics` and the details of `/ready`.', '9090'),
  ADMIN_HOST: setting(z.string().default('127.0.0.1'), 'Address the admin port binds.', '127.0.0.1'),
  LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'Lowest level that is logged: silent, fatal, error, warn, info, debug or trace.',
    'info',
  ),
  CONNECTIONS_MAX: integer(1, 1e6, 4_096, 'Connections open at once on each port; more are refused.'),
  ...onlyFor('gateway', {
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
    UPSTREAM_CALLS_MAX: integer(
      1,
      1e7,
      300,
      'Calls to the service one operation may need, counted before any is sent.',
    ),
    RECORDS_READ_MAX: integer(
      1,
      1e9,
      60_000,
      'Records that the lists of one operation may hold, counted from their arguments before any call and again as they arrive.',
    ),
    RECORDS_VISITED_MAX: integer(
      1,
      1e9,
      200_000,
      'The same, each list counted once for every alias and computed field over it.',
    ),
    RECORDS_IN_FLIGHT_MAX: integer(
      1,
      1e9,
      100_000,
      'Records that all operations in flight may hold; an operation of more than 1,000 that does not fit is refused with OVERLOADED.',
    ),
    ANSWER_BYTES_MAX: integer(1_024, 5e8, 33_554_432, 'Bytes of one answer before compression.'),
    UNSENT_BYTES_MAX: integer(
      1_048_576,
      2e10,
      134_217_728,
      'Bytes of answers that clients have not read yet, of all connections; above it, operations of more than 1,000 records are refused with OVERLOADED.',
    ),
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
      'Memory limit of the response cache, in bytes. 0 disables it.',
    ),
    DOCUMENTS_BYTES_MAX: integer(
      1_048_576,
      2e10,
      67_108_864,
      'Bytes of memory, by estimate, for documents and all that is compiled for them; one may take an eighth of it.',
    ),
  }),
  EVENT_LOOP_DELAY_MS_MAX: integer(
    0,
    60_000,
    50,
    'Milliseconds by which the process may be late, turn after turn of its event loop, before new requests beyond the first eight are refused with 503; 0 refuses none.',
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

type Module = (typeof capabilities)[number];
type Settings = Module extends infer Each ? (Each extends { settings: infer Own } ? Own : never) : never;
/** The intersection of the members of a union. */
type All<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

interface Adding {
  after: After;
  settings?: Readonly<Record<string, z.ZodType>>;
}

const added = capabilities.map(({ after, settings = {} }: Adding) => ({
  after: after.settings,
  entries: Object.entries(settings),
}));

/** By the names of their environment variables, in the order in which they are listed. */
export const settings = Object.fromEntries(
  insertAfter<z.ZodType>(Object.entries(ownSettings), added),
) as typeof ownSettings & All<Settings>;
