/** Answers for what is refused before GraphQL sees it, in the form of a GraphQL answer. */
import type { GatewayError } from '../errors.ts';

/** The error as a response: its `http` extension becomes status and headers, and is not shown. */
export function refuse(request: Request, error: GatewayError): Response {
  const { http, ...extensions } = error.extensions as { http?: { status?: number; headers?: Record<string, string> } };
  const mediaType = request.headers.get('accept')?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
  return new Response(JSON.stringify({ errors: [{ message: error.message, extensions }] }), {
    status: http?.status ?? 500,
    headers: { ...http?.headers, 'content-type': `${mediaType}; charset=utf-8` },
  });
}
