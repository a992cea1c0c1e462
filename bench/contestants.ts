/** The contestants: how each is started, what its requests look like, and how its responses are mapped to the shape of our graph. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { control, reference } from './figures.ts';
import { npmStart, patient } from './harness/npm-start.ts';
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
  /** `gateway`: this gateway, also an earlier commit or without a layer. `baseline`: its stack as documented. `limit`: no GraphQL. */
  kind: 'gateway' | 'baseline' | 'limit' | 'peer';
  start(ports: Ports, upstream: URL): Command;
  /** Body of a request. Defaults to our document with variables. */
  bodyOf?(question: Question): string;
  /** Bytes of a request. Defaults to a POST of that body. */
  requestOf?(url: URL, question: Question, authorization: string | undefined): string;
  /** Whether it does the same work as the reference in this pass. Their difference is then an error of the run. */
  isIdle?(workload: Workload, pass: Pass): boolean;
  /** Behaviour of its service that differs from that of the pass. */
  behaviour?: Partial<Behaviour>;
  /** Error code of the refusal, if refusals are measured. */
  refusal?: string;
  /** Maps a response to the shape of our graph. Absent if it has that shape; 'none' if it has no comparable content. */
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

/** This gateway as `npm start` starts it in a folder. Limits that a workload would exceed are raised. */
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
        // Requests are counted as in production, but never reach the limit.
        GATEWAY_RATE_LIMIT_PER_MINUTE: '1000000000',
        ...patient,
        ...extra,
      },
      folder,
    );

/** The same code under two names, in every run. Their difference shows how small a difference the run can resolve. */
export const controls: Contestant[] = [
  { name: reference, title: 'Fieldgraph (this gateway)', kind: 'gateway', start: gatewayIn(undefined) },
  { name: control, title: 'Fieldgraph again (control)', kind: 'gateway', start: gatewayIn(undefined) },
];

/** All contestants of a complete run. */
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

/** The gateway and the service in one process, as `npm start` runs them by default. Only the start is measured. */
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

/** This gateway over a service that writes compact JSON, also in passes with another writing. */
export const overCompact: Contestant = {
  name: 'over-compact',
  title: 'Fieldgraph over compact JSON',
  kind: 'gateway',
  start: gatewayIn(undefined),
  behaviour: { writing: 'compact' },
};

/** This gateway with `/operations` on the admin port, which shows the cost of recording each operation. */
export const recording: Contestant = {
  name: 'recording',
  title: 'recording operations (RECENT_OPERATIONS_MAX=1000)',
  kind: 'gateway',
  start: gatewayIn(undefined, { RECENT_OPERATIONS_MAX: '1000' }),
};

/** This gateway without one of its layers, which shows what the layer saves. */
export const withoutOneLayer: Contestant[] = layers.filter(({ needs }) => needs !== 'batch reads').map(without);

/** The same for layers that act only if the service offers batch reads. */
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
