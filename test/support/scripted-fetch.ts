/** The end of a chain in a test: a Fetch that records its requests and responds when and as the test defines. */
import { GatewayError } from '../../src/graph/errors/gateway-error.ts';
import type { Fetch, UpstreamRequest } from '../../src/graph/upstream/call.ts';
import { UpstreamResponse } from '../../src/graph/upstream/response.ts';

export function answer(status: number, headers: Record<string, string> = {}, body = '{"data":[]}'): UpstreamResponse {
  return new UpstreamResponse(status, { 'content-type': 'application/json', ...headers }, Buffer.from(body));
}

export const lost = (): GatewayError => new GatewayError('UPSTREAM_UNAVAILABLE');

export type Outcome = UpstreamResponse | GatewayError;

/** Responds to each call immediately with the result of the script. */
export function scripted(script: (request: UpstreamRequest, index: number) => Outcome) {
  const sent: UpstreamRequest[] = [];
  const fetch: Fetch = async (request) => {
    sent.push(request);
    const outcome = script(request, sent.length - 1);
    if (outcome instanceof GatewayError) throw outcome;
    return outcome;
  };
  return Object.assign(fetch, { sent });
}

/** Leaves each call open until the test responds or its lifetime ends. */
export function openCalls() {
  const open: { request: UpstreamRequest; answer(outcome: Outcome): void }[] = [];
  const fetch: Fetch = (request) =>
    new Promise((resolve, reject) => {
      request.lifetime.add({ abort: reject });
      const answer = (outcome: Outcome) => (outcome instanceof GatewayError ? reject(outcome) : resolve(outcome));
      open.push({ request, answer });
    });
  return Object.assign(fetch, { open });
}
