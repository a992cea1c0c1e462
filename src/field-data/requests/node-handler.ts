/** The service on a socket: what is plain goes to it as node:http has it, anything else by way of a Request. */
import type { NodeHandler } from '../../platform/server/listen.ts';
import type { Answer } from './service-request.ts';
import { type HttpRequest, readRequest, writeAnswer } from './node-request.ts';

interface PlainService {
  /** Answers a plain request; undefined for one that has to come as a Request. */
  receive(arrival: HttpRequest): Promise<Answer> | undefined;
}

/** The handler of a port. `handleAny` answers what is not plain. */
export function createNodeHandler(service: PlainService, handleAny: NodeHandler): NodeHandler {
  return (incoming, outgoing) => {
    const arrival = readRequest(incoming);
    const answering = arrival && service.receive(arrival);
    if (!answering) return handleAny(incoming, outgoing);
    return answering.then((answer) => writeAnswer(answer, outgoing)).catch(() => outgoing.destroy());
  };
}
