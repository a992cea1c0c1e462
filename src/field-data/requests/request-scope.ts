/** Handles every request to the service: its id, its caller and quota, the headers of each response, and the log line. */
import { addressGroup } from '../../platform/server/rate-limit/address-group.ts';
import { policyOf, quotaOf, type RateVerdict } from '../../platform/server/rate-limit/count-windows.ts';
import type { AddressRanges } from '../../platform/server/address-ranges.ts';
import { clientAddress, type HttpRequest, readRequestId } from '../../platform/server/http-request.ts';
import type { Cors } from '../../platform/server/cors.ts';
import type { Logger } from '../../platform/log/log.ts';
import { ServiceProblem } from '../records/errors.ts';
import { assertScope, type Authenticate, type KnownCaller } from './caller.ts';
import type { RequestContext } from './service-request.ts';
import { type CountRequests, rateLimited, tooManyFields } from './rate-limit.ts';

interface RequestScopeOptions {
  authenticate: Authenticate;
  countRequest: CountRequests;
  exempt: AddressRanges;
  cors: Cors;
  /** Headers of deprecated operations, by method and path. */
  deprecated: DeprecationHeaders;
  readsRequireKey: boolean;
  trustProxy: boolean;
  log: Logger;
  /** The paths of routes. Others count as one, because callers make them up. */
  paths: ReadonlySet<string>;
  onServed: OnServed | undefined;
}

/** Called when a request over a port has its response, except those of health checks and pages. `path` is that of a route, or `other`. */
export type OnServed = (method: string, path: string, status: number, milliseconds: number) => void;

/** Links and other headers of each deprecated operation, by method and path such as `GET /api/v1/weather`. */
export type DeprecationHeaders = ReadonlyMap<string, { link: string; headers: Record<string, string> }>;

/** Requests for no data, logged at debug: those that balancers and gateways repeat every second or so, and the files of a page. */
const quietRequests = /^\w+ \/(health|ready|docs\/.+)$|^HEAD \/openapi\.json$/;

const fieldLengthMax = 140;

export const serviceDescription = '</openapi.json>; rel="service-desc"';

/**
 * Creates the scope of each request. `isInternal` marks calls of the gateway in the same process. They are not counted, because the gateway
 * limits its own callers.
 */
export function createRequestScopes(options: RequestScopeOptions) {
  const { authenticate, countRequest, exempt, cors, deprecated, readsRequireKey, trustProxy, log, paths, onServed } =
    options;
  // These lines have only the members below, which need no redaction. Redaction is most of pino's cost for a line.
  const lines = log.child({}, { redact: [] });

  const addressOf = ({ headers, peerAddress }: HttpRequest) => clientAddress(headers, peerAddress, trustProxy);

  return (request: HttpRequest, isInternal: boolean) => {
    const startedAt = performance.now();
    const requestId = readRequestId(request.headers.get('x-request-id'));
    const isForPages = cors.isOpen && !isInternal;
    let caller: KnownCaller | undefined;
    let quota: RateVerdict | undefined;

    const callerName = () => caller?.quota ?? `address ${addressGroup(addressOf(request))}`;

    async function count(requests = 1): Promise<void> {
      if (context.isExempt) return;
      quota = await countRequest(callerName(), requests);
      if (quota?.allowed === false) throw rateLimited(quota.resetSeconds);
      if (quota && requests > quota.limit) throw tooManyFields(quota.limit);
    }

    const context: RequestContext = {
      request,
      requestId,
      isExempt: isInternal || exempt.has(addressOf(request)),
      callerName,
      async admit(scope, requests) {
        try {
          caller = await authenticate(request.headers.get('authorization'));
          assertScope(caller, scope, readsRequireKey);
        } catch (error) {
          if (error instanceof ServiceProblem) {
            // An unknown key identifies no caller, so guessing counts for the address. A known key without the scope counts for itself.
            await count();
            // A refused caller without a known key gets no quota headers: they would describe its address.
            if (caller?.quota === undefined) quota = undefined;
          }
          throw error;
        }
        await count(requests);
        return caller;
      },
    };

    return {
      context,
      /** Whether pages of other origins may read responses on this port. False for the gateway in this process, which is no page. */
      isForPages,
      /** Headers to add to those of the route. They include the route's `Link`. Call it after the route has responded. */
      headers(link: string | undefined): Record<string, string> {
        const { method, pathname } = request;
        const deprecation = deprecated.get(`${method === 'HEAD' ? 'GET' : method} ${pathname}`);
        return {
          'x-request-id': requestId,
          link: [serviceDescription, link, deprecation?.link].filter((one) => one !== undefined).join(', '),
          'x-content-type-options': 'nosniff',
          vary: isForPages ? 'Authorization, Origin' : 'Authorization',
          ...(quota && { 'ratelimit-policy': policyOf(quota.limit), ratelimit: quotaOf(quota) }),
          ...deprecation?.headers,
        };
      },
      /** Counts the request, and writes the log line. */
      end(status: number): void {
        const { method, pathname: path, searchParams } = request;
        const isQuiet = isInternal || quietRequests.test(`${method} ${path}`);
        const elapsed = performance.now() - startedAt;
        if (!isQuiet) onServed?.(method, paths.has(path) ? path : 'other', status, elapsed);
        const level = isQuiet ? 'debug' : 'info';
        if (!lines.isLevelEnabled(level)) return;
        const ms = Math.round(elapsed * 100) / 100;
        const address = addressOf(request) || undefined;
        // The field, or the first ids of a batch: `fieldLengthMax` bounds them.
        const field = (searchParams.get('field_id') ?? searchParams.get('field_ids'))?.slice(0, fieldLengthMax);
        lines[level]({ requestId, address, method, path, field, status, ms, key: caller?.mask }, 'field data request');
      },
    };
  };
}
