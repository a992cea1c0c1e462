/**
 * Finds the reads of an operation without a request: the reference executor runs it over a stand-in for the service. Resolvers, loaders,
 * timezones and the batching layer are those of a real run, so that their rules are not written a second time.
 */
import { type ExecutionArgs, execute, type GraphQLSchema } from 'graphql';
import { type Context, type ContextOptions, createContexts } from '../../operation/context.ts';
import type { ReceiptOperation } from '../../operation/declarations.ts';
import { coercion } from '../../operation/limits/limit.ts';
import { createFieldDataClient, endpoints } from '../../reads/client.ts';
import type { KnownTimezones } from '../../reads/timezones.ts';
import type { CallScope, Endpoint } from '../../upstream/call.ts';
import { batchReads } from '../../upstream/layers/batch.ts';
import { dateReads } from '../../upstream/layers/freshness.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { Planning } from './planning.ts';
import { createStandIn } from './stand-in.ts';
import { viewOf } from './view.ts';

export interface PlannerOptions extends Pick<ContextOptions, 'now' | 'calendar' | 'knownTimezones'> {
  schema: GraphQLSchema;
  upstream: Pick<Upstream, 'batchAddresses' | 'batchSizes' | 'grantedMs'>;
  /** Address of the service: batch reads are known by their addresses. */
  serviceUrl: string;
  deadlineMs: number;
}

export type ReadsPlanner = ReturnType<typeof createReadsPlanner>;

/** Assumed lifetime of a response until the endpoint has sent one: the longest for caches. */
const unknownSeconds = 31_536_000;

/** Makes the planner of one gateway. */
export function createReadsPlanner(options: PlannerOptions) {
  const { schema, now, calendar, knownTimezones, upstream, serviceUrl, deadlineMs } = options;
  const plannings = new WeakMap<CallScope, Planning>();
  // A planned operation changes no size.
  const batches = batchReads({}, { get: (key) => upstream.batchSizes.get(key), set: () => {} });
  const standIn = createStandIn({
    now: calendar,
    onCall: ({ scope }, call) => plannings.get(scope)?.onCall(call) ?? (() => undefined),
    cacheControlOf: (endpoint) => `public, max-age=${(grantedMs(endpoint) ?? unknownSeconds * 1000) / 1000}`,
  });
  const fetch = dateReads(endpoints.changing, () => now().getTime())(batches.layer(standIn));
  const createContext = createContexts({
    client: createFieldDataClient(serviceUrl, fetch, now),
    now,
    calendar,
    knownTimezones: readOnly(knownTimezones),
    recordsMax: Number.POSITIVE_INFINITY,
    bytesMax: Number.POSITIVE_INFINITY,
  });
  const view = viewOf(schema);

  function grantedMs(endpoint: Endpoint): number | undefined {
    return endpoints.changing.includes(endpoint) ? 0 : upstream.grantedMs(endpoint);
  }

  async function run(args: Omit<ExecutionArgs, 'schema'>) {
    batches.allow(upstream.batchAddresses);
    const planning = new Planning(schema, args.contextValue as Context);
    plannings.set(planning.context.scope, planning);
    const result = await execute({ ...args, schema: view, contextValue: planning, options: coercion });
    return { ...result, extensions: { planned: planning.end(now(), grantedMs) } };
  }

  return {
    /** A context over the stand-in. */
    createContext,
    /** Runs an operation with such a context. The result has no records; `extensions.planned` has its reads. */
    execute: run,
    /** The reads of an operation; undefined where it cannot be executed. */
    async plan({ request, arrived, ...operation }: Omit<ReceiptOperation, 'cost'>) {
      const { headers, signal } = request;
      const contextValue = createContext({ headers, signal, deadlineAt: performance.now() + deadlineMs }, arrived);
      const result = await run({ ...operation, contextValue }).catch(() => undefined);
      return result?.extensions.planned;
    },
  };
}

/** The timezones that other operations have read. A planned operation adds none. */
function readOnly(known: KnownTimezones): KnownTimezones {
  return Object.create(known, { get: { value: (key: string) => known.get(key) }, set: { value: () => known } });
}
