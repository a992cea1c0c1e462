/** The answer of `/ready`: whether operations can be answered, in a form that says nothing of the inside. */
import type { Unready } from '../readiness.ts';

const headers = { 'cache-control': 'no-store' };

/** 200, or 503 with a code. What the admin port adds goes into `details`. */
export function answerReadiness(fault: Unready | undefined, details: object = {}): Response {
  if (fault === undefined) return Response.json({ status: 'ready', ...details }, { headers });
  return Response.json(
    { status: 'unavailable', code: fault.code, ...details },
    { status: 503, headers: { ...headers, 'retry-after': '1' } },
  );
}
