/**
 * Finds the text of a document that a request names instead of sending it: by `documentId`, as in the appendix on persisted documents of
 * GraphQL over HTTP, or by `extensions.persistedQuery`, as Apollo's clients do. Only the operator's manifest defines names.
 */
import { isRecord } from '../../../platform/json/is-record.ts';
import { type GatewayError, refusal } from '../../errors/gateway-error.ts';
import { digitsOf } from './manifest.ts';

/**
 * The text that the parameters name; `texts` has all texts by SHA-256. The parameters have no text, or have a `documentId`. Throws
 * BAD_USER_INPUT with 400 if they name no document, or name it wrongly. Throws PERSISTED_DOCUMENT_NOT_FOUND with 400, or
 * PERSISTED_QUERY_NOT_SUPPORTED with 200, as Apollo's clients expect it.
 */
export function readNamedDocument(sent: Readonly<Record<string, unknown>>, texts: ReadonlyMap<string, string>): string {
  const { query, documentId, extensions } = sent;
  if (documentId !== undefined && documentId !== null) {
    if (query !== undefined && query !== null) throw bad('Send "query" or "documentId", not both.');
    const digits = digitsOf(documentId);
    if (digits === undefined) throw bad('"documentId" must be sha256: and 64 lower-case hexadecimal digits.');
    return texts.get(digits) ?? refuse('PERSISTED_DOCUMENT_NOT_FOUND', 400, digits);
  }
  const { persistedQuery } = isRecord(extensions) ? extensions : {};
  if (!query && isRecord(persistedQuery) && 'sha256Hash' in persistedQuery) {
    const { version, sha256Hash } = persistedQuery;
    const digits = digitsOf(sha256Hash);
    const text = version === 1 ? texts.get(`${digits}`) : undefined;
    return text ?? refuse('PERSISTED_QUERY_NOT_SUPPORTED', 200, digits);
  }
  if (texts.size > 0 && (query ?? undefined) === undefined)
    throw bad('Send "documentId" or "query": in the body of a POST, in the URL of a GET.');
  throw bad('"query" must be a GraphQL document.');
}

type Refusal = 'PERSISTED_DOCUMENT_NOT_FOUND' | 'PERSISTED_QUERY_NOT_SUPPORTED';

function refuse(code: Refusal, status: number, digits: string | undefined): never {
  const hash = `sha256:${digits}`;
  // Apollo's clients compare the other message.
  const message = code === 'PERSISTED_DOCUMENT_NOT_FOUND' ? `The documentId ${hash} is unknown.` : undefined;
  const error = refusal(code, status, message);
  if (digits !== undefined) error.document = { hash };
  throw error;
}

const bad = (message: string): GatewayError => refusal('BAD_USER_INPUT', 400, message);
