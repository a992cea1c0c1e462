/** The answer of `/ready`: whether operations can be answered, in a form that says nothing of the inside. */
import type { Readiness } from './readiness.ts';

export interface ReadinessSource {
  readiness: Readiness;
  /** Whether the process is about to end, so that callers should go elsewhere. */
  isStopping(): boolean;
}

const headers = { 'cache-control': 'no-store' };

const refusedHeaders = { ...headers, 'retry-after': '1' };

/** 200, or 503 with a code: of what stands in the way, or of a process that is stopping. Details are for the admin port. */
export async function answerReadiness(
  { readiness, isStopping }: ReadinessSource,
  details: object = {},
): Promise<Response> {
  const fault = await readiness.findFault();
  const code = isStopping() ? 'STOPPING' : fault?.code;
  if (code === undefined) return Response.json({ status: 'ready', ...details }, { headers });
  return Response.json({ status: 'unavailable', code, ...details }, { status: 503, headers: refusedHeaders });
}
