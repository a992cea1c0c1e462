/** Answers for what is refused before GraphQL sees it, in the form of a GraphQL answer. */
import type { GatewayError } from '../errors/gateway-error.ts';
import { bytesOf, renderResult } from './reply.ts';
import { setHeaders } from './header-list.ts';
import { refusalMediaType } from './negotiation.ts';

/** The error as a response: its `http` extension becomes status and headers, and is not shown. */
export function refuse(request: Request, error: GatewayError): Response {
  const { status, headers, body } = renderResult({ errors: [error] }, refusalMediaType(request.headers.get('accept')));
  const response = new Response(new Uint8Array(bytesOf(body)), { status });
  setHeaders(response.headers, headers);
  return response;
}
