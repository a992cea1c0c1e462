/**
 * What every operation meets at either door: its caller is read, once, and counted, the operation is watched to its end, and its answer
 * carries what browsers and callers are told. What lies between, and what an answer is made of, is the door's own.
 */
import type { Cors } from '../../platform/cors.ts';
import { readCaller } from '../request/caller.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import type { IncomingRequest, OperationContext } from '../operation/pipeline.ts';
import type { watchOperations } from '../telemetry/watch.ts';
import type { HeaderList } from './header-list.ts';
import type { CallerLimit } from './rate-limit/caller-limit.ts';
import { answerHeaders } from './security-headers.ts';

export interface OperationDoorOptions {
  callerLimit: CallerLimit;
  watch: ReturnType<typeof watchOperations>;
  cors: Cors;
}

/** An operation on its way in, and the two ways in which it may be answered. */
export interface Arrival<Answer> {
  request: Pick<IncomingRequest, 'headers'>;
  requestId: string;
  /** Where it comes from. */
  address: string;
  /** Whether the caller has gone away by now. */
  isGone(): boolean;
  respond(context: OperationContext): Answer | Promise<Answer>;
  /** The answer to a caller who has sent too many. */
  refuse(error: GatewayError): Answer;
}

/** The answer, and the headers that go with it. Rejects with what `respond` rejects with. */
export type OperationDoor = <Answer>(arrival: Arrival<Answer>) => Promise<{ answer: Answer; headers: HeaderList }>;

/** The door of one gateway. */
export function createOperationDoor({ callerLimit, watch, cors }: OperationDoorOptions): OperationDoor {
  return async ({ request, requestId, address, isGone, respond, refuse }) => {
    const caller = readCaller(request.headers.get('authorization'));
    const { error, headers } = callerLimit.take(caller, address);
    const answer = await watch({ headers: request.headers, requestId, isGone }, (operation) => {
      if (error === undefined) return respond({ requestId, caller, operation });
      operation.settle({ errors: [error] });
      return refuse(error);
    });
    return { answer, headers: [...answerHeaders, ...headers, ...cors.expose(request)] };
  };
}
