/**
 * Contract drift: compares the service's current description with the one that this graph was made for. It only reports: a gateway
 * runs as well as it can over a service that changed.
 * No library: openapi-diff reads only OpenAPI 3.0, openapi-changes is a binary, and neither knows which graph field breaks.
 */
import { readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import type { Change } from '../../../openapi-diff/change.ts';
import { withoutTrailingSlashes } from '../../../platform/text/trailing-slashes.ts';
import { batchReads } from './batch-reads.ts';
import { fetchDescription, fetchRelease, type ServiceDocuments } from './live-contract.ts';
import { compareInThread } from './thread.ts';

/** The state of the service's contract. `unknown` is not an error: there may be no description to compare. */
export interface Drift {
  status: 'pending' | 'none' | 'changed' | 'breaking' | 'unknown';
  /** Why the status is unknown. */
  reason?: string;
  /**
   * Whether the release descriptor names the description that is served, or without one the committed one; or there is none. Undefined if
   * unknown: the description differs and is served as YAML, while the descriptor may name the same in JSON.
   */
  release?: 'same' | 'other' | 'absent' | undefined;
  changes: Change[];
}

/** Called with the addresses of the announced batch reads, by the address of their single-field read: URLs without a query. */
export type OnBatchReads = (addresses: ReadonlyMap<string, string>) => void;

const incomparable = 'the description cannot be compared';

function unknown(reason: string, release?: Drift['release']): Drift {
  return { status: 'unknown', reason, release, changes: [] };
}

/** Fetches and compares the description. Never rejects: if it cannot be compared, the status is `unknown`, with the reason. */
export async function findDrift(documents: ServiceDocuments, onBatchReads: OnBatchReads = () => {}): Promise<Drift> {
  return compareWithCommitted(documents, onBatchReads).catch(() => unknown(incomparable));
}

async function compareWithCommitted(documents: ServiceDocuments, onBatchReads: OnBatchReads): Promise<Drift> {
  const committed = readFileSync(new URL('../../../../schema/openapi.json', import.meta.url));
  const committedHash = hash('sha256', committed);
  const { serviceUrl, signal } = documents;
  const [released, live] = await Promise.all([fetchRelease(documents), fetchDescription(documents)]);
  const expected = JSON.parse(committed.toString());
  // The release descriptor names no paths: use those of the contract.
  if (released.has('batch_reads')) onBatchReads(batchReads(expected, serviceUrl, ''));
  const releaseOf = (...hashes: string[]) => {
    if (released.sha256 === undefined) return 'absent';
    return hashes.includes(released.sha256) ? 'same' : 'other';
  };
  if (typeof live === 'string') return unknown(live, releaseOf(committedHash));
  const basePath = withoutTrailingSlashes(new URL(serviceUrl).pathname);
  if (live.sha256 === committedHash) {
    onBatchReads(batchReads(expected, serviceUrl, basePath));
    return { status: 'none', release: releaseOf(committedHash), changes: [] };
  }
  const compared = await compareInThread({ expected, text: live.text, serviceUrl, basePath }, signal);
  const named = releaseOf(live.sha256);
  const isOtherForm = named === 'other' && released.sha256 !== committedHash && !live.text.trimStart().startsWith('{');
  const release = isOtherForm ? undefined : named;
  if ('reason' in compared) return unknown(compared.reason, release);
  const { addresses, changes } = compared;
  onBatchReads(addresses);
  if (changes === undefined) return unknown(incomparable, release);
  // An equal description may be written otherwise, for example as YAML.
  if (changes.length === 0) return { status: 'none', release: releaseOf(live.sha256, committedHash), changes };
  return { status: changes.some(({ breaks }) => breaks) ? 'breaking' : 'changed', release, changes };
}
