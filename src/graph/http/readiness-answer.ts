/** The answer of `/ready`: whether the service can be reached, in a form that says nothing of the inside. */

const headers = { 'cache-control': 'no-store' };

/** 200, or 503 with a code. What the admin port adds goes into `details`. */
export function answerReadiness(isReady: boolean, details: object = {}): Response {
  if (isReady) return Response.json({ status: 'ready', ...details }, { headers });
  return Response.json(
    { status: 'unavailable', code: 'UPSTREAM_UNAVAILABLE', ...details },
    { status: 503, headers: { ...headers, 'retry-after': '1' } },
  );
}
