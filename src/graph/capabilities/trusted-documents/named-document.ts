/**
 * Finds the text of a document that a request names instead of sending it: by `documentId`, as in the appendix on persisted documents of
 * GraphQL over HTTP, or by `extensions.persistedQuery`, as Apollo's clients do. Only the operator's manifest defines names.
 */
import { isRecord } from '../../../platform/json/is-record.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { idForm } from './manifest.ts';

/**
 * The text that the parameters name; `texts` has all texts by SHA-256. The parameters have no text, or have a `documentId`. Throws
 * BAD_USER_INPUT with 400 if they name no document, or name it wrongly. Throws PERSISTED_DOCUMENT_NOT_FOUND with 400, or
 * PERSISTED_QUERY_NOT_SUPPORTED with 200, as Apollo's clients expect it.
 */
export function readNamedDocument(sent: Readonly<Record<string, unknown>>, texts: ReadonlyMap<string, string>): string {
  const { query, documentId, extensions } = sent;
  if (documentId !== undefined && documentId !== null) {
    if (query !== undefined && query !== null) throw bad('Send "query" or "documentId", not both.');
    const [, hash] = (typeof documentId === 'string' && idForm.exec(documentId)) || [];
    if (hash === undefined) throw bad('"documentId" must be sha256: and 64 lower-case hexadecimal digits.');
    return texts.get(hash) ?? refuse('PERSISTED_DOCUMENT_NOT_FOUND', 400);
  }
  const { persistedQuery } = isRecord(extensions) ? extensions : {};
  if (!query && isRecord(persistedQuery) && 'sha256Hash' in persistedQuery) {
    const { version, sha256Hash } = persistedQuery;
    const isKnownForm = version === 1 && typeof sha256Hash === 'string';
    return (isKnownForm ? texts.get(sha256Hash) : undefined) ?? refuse('PERSISTED_QUERY_NOT_SUPPORTED', 200);
  }
  if (texts.size > 0 && (query ?? undefined) === undefined)
    throw bad('Send "documentId" or "query": in the body of a POST, in the URL of a GET.');
  throw bad('"query" must be a GraphQL document.');
}

function refuse(code: 'PERSISTED_DOCUMENT_NOT_FOUND' | 'PERSISTED_QUERY_NOT_SUPPORTED', status: number): never {
  throw new GatewayError(code, { http: { status } });
}

function bad(message: string): GatewayError {
  return new GatewayError('BAD_USER_INPUT', { message, http: { status: 400 } });
}
