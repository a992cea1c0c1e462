/** `POST /graphql/plan`: takes the body of an operation and runs nothing. Its caller is read, counted and watched as for an operation. */
import { createCors } from '../../../platform/server/cors.ts';
import { empty, json, type Reply, vary } from '../../../platform/server/http-reply.ts';
import { GatewayError, refusal } from '../../errors/gateway-error.ts';
import { uncacheableHeaders } from '../../http/caching.ts';
import { readOperation } from '../../http/operation-request.ts';
import { refuse } from '../../http/render.ts';
import { exposedHeaders, type Route, type ServerOptions } from '../../http/server.ts';
import { readCaller } from '../../operation/caller.ts';
import type { ArrivedOperation } from '../../operation/context.ts';
import { OperationRecord } from '../../telemetry/record.ts';
import type { MakePlan } from './planner.ts';

export interface PlanEndpointOptions extends Pick<ServerOptions, 'reading' | 'callerLimit' | 'cors' | 'watch'> {
  makePlan: MakePlan;
}

export function createPlanEndpoint({ makePlan, reading, callerLimit, watch, ...options }: PlanEndpointOptions): Route {
  const cors = createCors(options.cors, exposedHeaders);

  /** Refuses a request without a readable operation, as `/graphql` does. Any other request gets a plan. */
  async function reply(request: Request, arrived: ArrivedOperation): Promise<Reply> {
    try {
      if (request.method !== 'POST')
        throw refusal('METHOD_NOT_ALLOWED', 405, 'Send the operation to be planned by POST.', { allow: 'POST' });
      const sent = await readOperation(request, reading);
      // Not the record of the log line: planning does not use the document.
      const { requestId, address } = arrived.operation;
      const operation = new OperationRecord(requestId, undefined, address);
      const plan = await makePlan(sent, request, { ...arrived, operation });
      arrived.operation.result = { data: plan };
      return json(plan);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      arrived.operation.result = { errors: [error] };
      return refuse(error, request.headers.get('accept'));
    }
  }

  return async (received, requestId, address) => {
    const preflight = cors.preflight(received);
    if (preflight) return empty(204, preflight);
    const authorization = received.headers.get('authorization');
    const caller = readCaller(authorization);
    const { error, headers = [] } = (await callerLimit?.take(caller, address)) ?? {};
    const answer = await watch<Reply>(received, requestId, address, (operation) => {
      if (error === undefined) return reply(received.request, { caller, operation });
      operation.result = { errors: [error] };
      return refuse(error, received.headers.get('accept'));
    });
    answer.headers.push(...uncacheableHeaders(authorization !== null), ...headers, ...cors.expose(received));
    vary(answer.headers, 'Origin');
    return answer;
  };
}
