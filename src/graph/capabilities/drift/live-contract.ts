/** Fetches what the service publishes about its contract: without a key or redirects, within limits of size and time. */
import { hash } from 'node:crypto';
import { GatewayError } from '../../errors/gateway-error.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { causeOf, fetchDocument } from '../../upstream/published.ts';
import type { Transport } from '../../upstream/call.ts';
import type { UpstreamResponse } from '../../upstream/response.ts';

export interface ServiceDocuments {
  /** A transport that limits the bytes of a response. */
  transport: Transport;
  /** Address of the service, without a trailing slash. */
  serviceUrl: string;
  descriptionUrl: string;
  signal?: AbortSignal;
}

const timeoutMs = 10_000;

/** The description as it is served. If there is none, a text that says why, without an address. */
export async function fetchDescription(documents: ServiceDocuments) {
  const response = await fetchPart(documents, documents.descriptionUrl).catch(reasonOf);
  if (typeof response === 'string') return response;
  const { ok, status, bytes } = response;
  if (status === 404 || status === 410) return 'no description is published';
  if (!ok) return `the description is answered with ${status}`;
  return {
    /** SHA-256 of the bytes served, hexadecimal. */
    sha256: hash('sha256', bytes),
    text: bytes.toString(),
  };
}

/** The release descriptor, as far as it is present and well formed. */
export async function fetchRelease(documents: ServiceDocuments) {
  const response = await fetchPart(documents, `${documents.serviceUrl}/sdk-release.json`).catch(() => undefined);
  const document = response?.ok && response.tryJson();
  const { api, capabilities } = isRecord(document) ? document : {};
  const openapi = isRecord(api) ? api.openapi : undefined;
  return {
    /** SHA-256 of the description that it names; undefined where it names none. */
    sha256: isRecord(openapi) && typeof openapi.sha256 === 'string' ? openapi.sha256 : undefined,
    /** Whether it lists a capability. */
    has: (capability: string) => Array.isArray(capabilities) && capabilities.includes(capability),
  };
}

async function fetchPart({ transport, signal }: ServiceDocuments, url: string): Promise<UpstreamResponse> {
  const accept = 'application/json, application/yaml;q=0.9, */*;q=0.1';
  return fetchDocument(transport, { url, accept, timeoutMs, ...(signal && { signal }) });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof GatewayError)) return 'the service cannot be reached';
  const cause = causeOf(error, timeoutMs);
  return `${error.message.replace(/\.$/, '')}${cause ? ` (${cause})` : ''}`;
}
