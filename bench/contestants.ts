/** Who is measured: how each is started, how a request looks, and how its answer is brought into our graph's shape. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { control, reference } from './figures.ts';
import { npmStart } from './harness/npm-start.ts';
import type { Command, Ports } from './harness/server.ts';
import { environment } from './harness/upstream.ts';
import * as hive from './peers/hive/contestant.ts';
import * as tailcall from './peers/tailcall/contestant.ts';
import type { Pass } from './passes.ts';
import type { Behaviour } from './upstream/answers.ts';
import { isIdle, layers } from './without/layers.ts';
import type { Question, Workload } from './workloads.ts';

const bench = fileURLToPath(new URL('.', import.meta.url));

export interface Contestant {
  name: string;
  title: string;
  /** `gateway` is this one, as it is, was, or with a layer taken out; `baseline` its stack as documented; `limit` does no GraphQL. */
  kind: 'gateway' | 'baseline' | 'limit' | 'peer';
  start(ports: Ports, upstream: URL): Command;
  /** Body of a request, where it is not our document with variables. */
  bodyOf?(question: Question): string;
  /** The bytes of a request, where it is no POST of such a body. */
  requestOf?(url: URL, question: Question, authorization: string | undefined): string;
  /** Whether it does in this pass what the reference does, so that their difference is an error of the run. */
  isIdle?(workload: Workload, pass: Pass): boolean;
  /** What its service does otherwise than that of the others. */
  behaviour?: Partial<Behaviour>;
  /** The code it refuses with, where that is what is measured. */
  refusal?: string;
  /** The answer in the shape our own would have; absent where it has it, 'none' where it gives another. */
  answerOf?: ((question: Question, answer: unknown) => unknown) | 'none';
}

const script = (file: string, { preload, extra }: { preload?: string; extra?: Record<string, string> } = {}) => {
  return ({ port }: Ports, upstream: URL): Command => ({
    command: process.execPath,
    args: [...(preload ? ['--import', `${bench}${preload}`] : []), `${bench}${file}`],
    cwd: bench,
    env: { ...environment(), PORT: String(port), FIELD_DATA_URL: upstream.origin, ...extra },
  });
};

/** This gateway in a folder, as `npm start` starts it there, with its limits raised where a workload needs that. */
export const gatewayIn =
  (folder: string | undefined, extra: Record<string, string> = {}) =>
  ({ port, adminPort }: Ports, upstream: URL): Command =>
    npmStart(
      {
        ...environment(),
        HOST: '127.0.0.1',
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        FIELD_DATA_URL: upstream.origin,
        IDS_MAX: '10000',
        UPSTREAM_CALLS_MAX: '100000',
        RECORDS_READ_MAX: '10000000',
        RECORDS_VISITED_MAX: '10000000',
        RECORDS_IN_FLIGHT_MAX: '100000000',
        ANSWER_BYTES_MAX: '500000000',
        UNSENT_BYTES_MAX: '2000000000',
        // Counted, as in production, but never reached.
        GATEWAY_RATE_LIMIT_PER_MINUTE: '1000000000',
        EVENT_LOOP_DELAY_MS_MAX: '60000',
        DEADLINE_MS: '60000',
        ...extra,
      },
      folder,
    );

/** The same code under two names, in every run: what it differs by is what the run cannot tell. */
export const controls: Contestant[] = [
  { name: reference, title: 'Fieldgraph (this gateway)', kind: 'gateway', start: gatewayIn(undefined) },
  { name: control, title: 'Fieldgraph again (control)', kind: 'gateway', start: gatewayIn(undefined) },
];

/** Everyone a whole run measures. */
export const contestants: Contestant[] = [
  ...controls,
  {
    name: 'documented',
    title: 'Same stack as documented (Yoga, Pothos, DataLoader, openapi-fetch)',
    kind: 'baseline',
    start: script('peers/documented.ts', { preload: 'peers/product-modules.ts' }),
  },
  {
    name: 'limit-select',
    title: 'Limit: undici, parse, select, stringify, no GraphQL',
    kind: 'limit',
    start: script('limits/select.ts'),
  },
  {
    name: 'limit-raw',
    title: 'Limit: undici, bodies joined unread',
    kind: 'limit',
    start: script('limits/raw.ts'),
    answerOf: 'none',
  },
  {
    name: 'mercurius',
    title: 'Mercurius, graphql-jit, loaders, undici',
    kind: 'peer',
    start: script('peers/mercurius.ts'),
  },
  {
    name: 'grafserv',
    title: 'Grafserv, Grafast, undici',
    kind: 'peer',
    start: script('peers/grafserv.ts'),
  },
  {
    name: 'apollo',
    title: 'Apollo Server 5, RESTDataSource',
    kind: 'peer',
    start: script('peers/apollo.ts'),
  },
  {
    name: 'hive',
    title: 'Hive Gateway, OpenAPI source',
    kind: 'peer',
    start: hive.start,
    bodyOf: hive.bodyOf,
    answerOf: hive.answerOf,
  },
  {
    name: 'tailcall',
    title: 'Tailcall (Rust), dedupe off',
    kind: 'peer',
    start: tailcall.startWith(false),
    bodyOf: tailcall.bodyOf,
    answerOf: tailcall.answerOf,
  },
  {
    name: 'tailcall-dedupe',
    title: 'Tailcall (Rust), dedupe on',
    kind: 'peer',
    start: tailcall.startWith(true),
    bodyOf: tailcall.bodyOf,
    answerOf: tailcall.answerOf,
  },
];

/** The gateway and the service in one process, as `npm start` gives it to a newcomer; only its start is measured. */
export const wholeProduct: Contestant = {
  name: 'fieldgraph-with-service',
  title: 'Fieldgraph with its embedded service and a new database',
  kind: 'gateway',
  start: ({ port, adminPort }) => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
    return {
      scratch: folder,
      ...npmStart({
        ...environment(),
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        FIELD_DATA_PORT: '0',
        FIELD_DATA_DIR: folder,
      }),
    };
  },
};

/** This gateway where the service writes compact JSON, whatever it writes for the others. */
export const overCompact: Contestant = {
  name: 'over-compact',
  title: 'Fieldgraph over compact JSON',
  kind: 'gateway',
  start: gatewayIn(undefined),
  behaviour: { writing: 'compact' },
};

/** This gateway with `/operations` on the admin port: what recording costs each operation. */
export const recording: Contestant = {
  name: 'recording',
  title: 'recording operations (RECENT_OPERATIONS_MAX=1000)',
  kind: 'gateway',
  start: gatewayIn(undefined, { RECENT_OPERATIONS_MAX: '1000' }),
};

/** This gateway with one layer taken out each: what is left of its lead without it. */
export const withoutOneLayer: Contestant[] = layers.filter(({ needs }) => needs !== 'batch reads').map(without);

/** The same of layers that do something over a service that reads several fields in one call. */
export const withoutSeveralFields: Contestant[] = layers.filter(({ needs }) => needs === 'batch reads').map(without);

function without(layer: (typeof layers)[number]): Contestant {
  const { name, title } = layer;
  return {
    isIdle: (workload, pass) => isIdle(layer, workload, pass),
    name: `without-${name}`,
    title,
    kind: 'gateway',
    start: (ports, upstream) => {
      const whole = gatewayIn(undefined, { WITHOUT: name })(ports, upstream);
      return { ...whole, args: ['--import', `${bench}without/preload.ts`, ...whole.args] };
    },
  };
}
