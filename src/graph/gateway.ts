/** The whole graph: `createGateway(options)` makes its rooms and joins them. Requests and replies are the server's business. */
import type { GraphQLSchema } from 'graphql';
import { createExecutor, executeWithin } from '../executor/executor.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import { wallClock } from '../platform/time/clock.ts';
import { createErrorMask } from './errors/masking.ts';
import { createNodeHandler } from './http/node.ts';
import { createCallerLimit } from './http/rate-limit/caller-limit.ts';
import type { ReadOptions } from './http/operation-request.ts';
import { createServer, type ServerAddition, type ServerOptions, type ServerSettings } from './http/server.ts';
import type { CallerOf } from './operation/caller.ts';
import { Capacity } from './operation/capacity.ts';
import { DocumentCache, memoryOf } from './operation/document-cache.ts';
import type { PreparedDocument } from './operation/documents.ts';
import { createPin, type Pin } from './operation/pin-document.ts';
import { PinnedDocuments } from './operation/pinned-documents.ts';
import type { Attached, PipelineOptions } from './operation/declarations.ts';
import { createPipeline } from './operation/pipeline.ts';
import { createFieldDataClient } from './reads/client.ts';
import { KnownTimezones } from './reads/timezones.ts';
import { createContexts } from './operation/context.ts';
import { schema as graphSchema } from './schema/schema.ts';
import { admitUnknownWords } from './schema/open-enum.ts';
import { type OperationWatch, watchOperations } from './telemetry/watch.ts';
import type { Fetch } from './upstream/call.ts';

export interface GatewayOptions extends ServerSettings, Pick<OperationWatch, 'metrics' | 'tracer' | 'isCut'> {
  /** Base URL of the Field Data Service, without a trailing slash; may have a path prefix. */
  serviceUrl: string;
  /** Sends calls to the service: the upstream chain, or in tests a function that records its calls. */
  fetch: Fetch;
  deadlineMs: number;
  /** Bytes of one request body. */
  bodyBytesMax: number;
  /** Memory for documents and everything made of them, in bytes. */
  documentsBytesMax: number;
  /** Bounds all operations together; default limits if omitted. */
  capacity?: Capacity;
  /** Operations per caller and minute; 0 disables the limit. */
  rateLimitPerMinute: number;
  callerOf: CallerOf;
  /** Counts callers together with other processes, if set. */
  counts?: SharedCounts | undefined;
  now?: () => Date;
  /** The moment that windows are counted from; defaults to `now`. */
  calendar?: () => Date;
  /** The graph that it serves. Defaults to the graph without additions of capabilities. */
  schema?: GraphQLSchema;
  /** Additions of capabilities. */
  additions?: readonly Addition[];
}

/** Additions of one capability to the graph. */
export interface Addition {
  /** Memory for documents prepared at start, in addition to `documentsBytesMax`, and whether no others are run. */
  pinned?: { bytesMax: number; isOnly: boolean };
  /** Is notified of each operation that ended. */
  onOperationEnd?: OperationWatch['onEnd'];
  /** Called once with the finished parts. Throws if they cannot serve what it adds. */
  attach?(parts: GatewayParts): ServerAddition;
}

/** The parts that an addition may use. They limit and watch its own operations like any other. */
export interface GatewayParts
  extends Pick<ServerSettings, 'introspection' | 'cors' | 'log'>,
    Pick<ServerOptions, 'schema' | 'pipeline' | 'callerLimit' | 'watch' | 'reading' | 'now'> {
  /** Prepares a document and pins it. */
  pin: Pin;
  /** The options of the pipeline. */
  pipelineOptions: PipelineOptions;
  knownTimezones: KnownTimezones;
}

/** Bytes that an operation may read for each of its records: an hour of weather has a thousand, and a half more with indents. */
const recordBytes = 1_536;
/** Bytes that every operation may read: one long list. */
const readBytesMin = 16 * 1024 * 1024;
/** Used if no addition sets `pinned`. */
const pinnedDefault = { bytesMax: 67_108_864, isOnly: false };

export type Gateway = ReturnType<typeof createGateway>;

/** Builds the gateway. It opens no socket and no connection by itself. Throws the error of an addition that cannot be attached. */
export function createGateway(options: GatewayOptions) {
  const { schema = graphSchema, capacity = new Capacity(), additions = [] } = options;
  const { log, limits, introspection, deadlineMs, metrics, tracer, now = wallClock } = options;
  const { calendar = now } = options;
  const { pinned: pinning = pinnedDefault } = additions.find((each) => each.pinned) ?? {};
  const callerLimit = createCallerLimit(options.rateLimitPerMinute, options.callerOf, options.counts);
  const client = createFieldDataClient(options.serviceUrl, options.fetch, now);
  const prepared = new DocumentCache<PreparedDocument>(options.documentsBytesMax);
  const pinned = new PinnedDocuments(pinning.bytesMax);
  const executor = createExecutor(schema, executeWithin, { memoryOf, resultBytesMax: limits.answerBytesMax });
  const knownTimezones = new KnownTimezones();
  metrics?.register({
    documents: () => prepared.size,
    pinned: () => pinned.size,
    textsBytes: executor.textsBytes,
    timezones: () => knownTimezones.size,
    capacity: () => capacity.used,
  });
  const pin = createPin({ schema, limits, introspection, calendar, pinned, plan: executor.plan });
  const mask = createErrorMask((error, requestId) => log.error({ err: error, requestId }, 'internal error'));
  const attached: Attached = {};
  const pipelineOptions: PipelineOptions = {
    schema,
    documents: prepared,
    pinned,
    onlyPinned: pinning.isOnly,
    limits,
    introspection,
    calendar,
    // graphql-js is its reference: Yoga's own executor lacks the coercion of graphql 17 that open enums rely on.
    execute: executor,
    admitVariables: (operation, variables) => admitUnknownWords(schema, operation, variables),
    createContext: createContexts({
      client,
      now,
      calendar,
      knownTimezones,
      recordsMax: limits.recordsReadMax,
      bytesMax: Math.max(readBytesMin, limits.recordsReadMax * recordBytes),
    }),
    capacity,
    deadlineMs,
    mask,
    attached,
  };
  const pipeline = createPipeline(pipelineOptions);
  const { unsent } = capacity;
  const { onOperationEnd: onEnd } = additions.find((each) => each.onOperationEnd) ?? {};
  const watch = watchOperations({ log, metrics, tracer, onEnd, isCut: options.isCut });
  const { bodyBytesMax, cors } = options;
  const reading: ReadOptions = { bodyBytesMax };
  const operations = { schema, introspection, pin, pipeline, pipelineOptions, knownTimezones, callerLimit, watch };
  const parts = { ...operations, reading, cors, log, now };
  const serverAdditions = additions.flatMap((each) => each.attach?.(parts) ?? []);
  reading.readNamedDocument = serverAdditions.find((each) => each.readNamedDocument)?.readNamedDocument;
  attached.receipts = serverAdditions.find((each) => each.receipts)?.receipts;
  attached.subscriptions = serverAdditions.find((each) => each.subscriptions)?.subscriptions;
  const server = createServer({ ...options, ...parts, mask, unsent, additions: serverAdditions });
  const { fetch, refuseOverload } = server;
  // Each replies to any request and never rejects; `refuseOverload` is for requests that are not started.
  return { fetch, handle: createNodeHandler(server, bodyBytesMax, unsent), refuseOverload };
}
