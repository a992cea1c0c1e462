/** Calls the service as a function in the same process, in place of a transport over a socket. */
import { setImmediate as immediate } from 'node:timers/promises';
import { BodyTooLargeError, type HttpRequest } from '../../../platform/server/http-request.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Transport, UpstreamRequest } from '../call.ts';
import type { Waiter } from '../lifetime.ts';
import { UpstreamResponse } from '../response.ts';

export interface ServiceResponse {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** The service as a function. A large body is passed on without a copy: a WHATWG Response would copy it twice. */
type Service = (request: HttpRequest) => Promise<ServiceResponse>;

/** Reads of one operation at once. */
const operationCallsMax = 4;
/**
 * Bytes of responses in one turn of the event loop, and its time. Further reads wait for another turn: a store may work synchronously, so
 * that many reads would hold the loop. A read counts as `readBytes` until its response is there. The time is above the delay that is overload
 * (EVENT_LOOP_DELAY_MS_MAX): shorter turns would hide it.
 */
const turnBytesMax = 512 * 1024;
const readBytes = 64 * 1024;
const turnMsMax = 100;
let turn = 0;
let bytesOfTurn = 0;
/** When the first read of the turn began. */
let turnSince: number | undefined;
const endTurn = (): void => {
  turn += 1;
  bytesOfTurn = 0;
  turnSince = undefined;
};
const isTurnOver = (): boolean =>
  turnSince !== undefined && (bytesOfTurn >= turnBytesMax || performance.now() - turnSince >= turnMsMax);

/** A transport to a service in this process. If a caller disconnects, its call rejects at once and uses its slot until the service ends. */
export function callInProcess(service: Service): Transport {
  return {
    operationCallsMax,
    fetch(request) {
      const { lifetime } = request;
      if (lifetime.ended) return Promise.reject(lifetime.ended);
      const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
      const responded = respond(service, request);
      const waiter: Waiter = {
        abort(reason) {
          request.unfinished = Promise.allSettled([responded]);
          reject(reason);
        },
      };
      lifetime.add(waiter);
      responded
        .then(resolve, (cause) =>
          reject(cause instanceof GatewayError ? cause : new GatewayError('UPSTREAM_ERROR', { cause })),
        )
        .finally(() => lifetime.delete(waiter));
      return promise;
    },
    close: async () => {},
  };
}

async function respond(service: Service, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { url, method, sentHeaders, body, ifNoneMatch, isRead, lifetime: signal } = request;
  while (isRead && isTurnOver()) {
    await immediate();
    if (signal.ended) throw signal.ended;
  }
  if (turnSince === undefined) {
    turnSince = performance.now();
    setImmediate(endTurn);
  }
  bytesOfTurn += readBytes;
  const begunIn = turn;
  const sent: Record<string, string> = ifNoneMatch ? { ...sentHeaders, 'if-none-match': ifNoneMatch } : sentHeaders;
  const headers = { get: (name: string) => sent[name.toLowerCase()] ?? null };
  const { pathname, searchParams } = new URL(url);
  const bytes = Buffer.from(body ?? '');
  const read = async (bytesMax: number) => (bytes.byteLength > bytesMax ? new BodyTooLargeError() : bytes);
  const answered = await service({ method, pathname, searchParams, headers, peerAddress: '', signal, read });
  const { body: part } = answered;
  const whole =
    part instanceof Uint8Array ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : Buffer.from(part ?? '');
  // Without a read that began in this turn, nothing ends the count.
  if (turnSince !== undefined) bytesOfTurn += whole.byteLength - (begunIn === turn ? readBytes : 0);
  return new UpstreamResponse(answered.status, answered.headers, whole);
}
