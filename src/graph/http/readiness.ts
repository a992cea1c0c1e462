/** Whether operations can be answered, as `/ready` reports it: checked at most once a second, in a form that reveals nothing inside. */
import { createCachedCheck } from '../../platform/time/cached-check.ts';
import { json, type Reply } from '../../platform/server/http-reply.ts';

/** Why not. */
export interface Unready {
  /** Public. */
  code: 'UPSTREAM_UNAVAILABLE' | 'STORE_UNAVAILABLE';
  /** For operators: what stands in the way, in one sentence. */
  reason: string;
}

const keptMs = 1_000;

/** That the service gives no answer below 500. */
export const unreachable: Unready = {
  code: 'UPSTREAM_UNAVAILABLE',
  reason: 'The Field Data Service does not respond, or only with errors.',
};

/** Over a probe, which stands for `unreachable` where it fails. Questions that come while one is being answered share its answer. */
export function createReadiness(probe: () => Promise<Unready | undefined>, now?: () => number) {
  /** What stood in the way within the last second or two; undefined where nothing did. Never rejects. */
  return { findFault: createCachedCheck(() => probe().catch(() => unreachable), keptMs, now) };
}

export interface ReadinessSource {
  readiness: ReturnType<typeof createReadiness>;
  /** Whether the process is about to end, so that callers should go elsewhere. */
  isStopping(): boolean;
}

const headers = ['cache-control', 'no-store'];

const refusedHeaders = [...headers, 'retry-after', '1'];

/** 200, or 503 with a code: of what stands in the way, or of a process that is stopping. Details are for the admin port. */
export async function replyReadiness({ readiness, isStopping }: ReadinessSource, details: object = {}): Promise<Reply> {
  const unready = await readiness.findFault();
  const code = isStopping() ? 'STOPPING' : unready?.code;
  if (code === undefined) return json({ status: 'ready', ...details }, 200, headers);
  return json({ status: 'unavailable', code, ...details }, 503, refusedHeaders);
}
