/** Whether operations can be answered, as `/ready` reports it: checked at most once a second, without revealing internals. */
import { codeOf } from '../errors/connection-error.ts';
import { createCachedCheck } from '../../platform/time/cached-check.ts';
import { json, type Reply } from '../../platform/server/http-reply.ts';

/** The reason why operations cannot be answered. */
export interface Unready {
  /** Public. */
  code: 'UPSTREAM_UNAVAILABLE' | 'STORE_UNAVAILABLE';
  /** For operators: the cause, in one sentence. */
  reason: string;
}

/** The service sends no response below 500. */
export const unreachable = (cause: string): Unready => ({
  code: 'UPSTREAM_UNAVAILABLE',
  reason: `The Field Data Service does not respond, or only with errors (${cause}).`,
});

/** Checks readiness by a probe; one that fails counts as `unreachable`. Checks at the same time share one result. */
export function createReadiness(probe: () => Promise<Unready | undefined>, now?: () => number) {
  /** The cause, as of the last second or two; undefined if there was none. Never rejects. */
  return { findFault: createCachedCheck(() => probe().catch((error) => unreachable(codeOf(error))), now) };
}

export interface ReadinessSource {
  readiness: ReturnType<typeof createReadiness>;
  /** Whether the process is about to end, so that callers should go elsewhere. */
  isStopping(): boolean;
}

const headers = ['cache-control', 'no-store'];

const refusedHeaders = [...headers, 'retry-after', '1'];

/** Replies 200, or 503 with a code: of the cause, or of a process that is stopping. Details are for the admin port. */
export async function replyReadiness(
  { readiness, isStopping }: ReadinessSource,
  detailsOf: (unready: Unready | undefined) => object = () => ({}),
): Promise<Reply> {
  const unready = await readiness.findFault();
  const details = detailsOf(unready);
  const code = isStopping() ? 'STOPPING' : unready?.code;
  if (code === undefined) return json({ status: 'ready', ...details }, 200, headers);
  return json({ status: 'unavailable', code, ...details }, 503, refusedHeaders);
}
