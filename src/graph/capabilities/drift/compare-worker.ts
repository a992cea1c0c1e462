/** Reads one description and compares it with the committed one, in a thread of thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';
import type { Change } from '../../../openapi-diff/change.ts';
import { compareDescriptions } from '../../../openapi-diff/compare.ts';
import type { JsonObject } from '../../../openapi-diff/schema-view.ts';
import { isRecord, parseRecord } from '../../../platform/json/is-record.ts';
import { attempt } from '../../../platform/sync/maybe-promise.ts';
import { batchReads } from './batch-reads.ts';

export interface ComparisonInput {
  expected: JsonObject;
  /** The description as it is served. */
  text: string;
  serviceUrl: string;
  /** The path of the service's address. */
  basePath: string;
}

/** Why the text is not a description; otherwise its batch reads, and its changes, undefined if it cannot be compared. */
export type ComparisonResult =
  | { reason: string }
  | { addresses: ReadonlyMap<string, string>; changes: Change[] | undefined };

const { expected, text, serviceUrl, basePath }: ComparisonInput = workerData;
const none = () => undefined;
parentPort?.postMessage(await compare());

async function compare(): Promise<ComparisonResult> {
  const live = parseRecord(text) ?? (await attempt(() => parse(text, { logLevel: 'error' }), none));
  if (live === undefined) return { reason: 'the description is neither JSON nor YAML' };
  if (!isRecord(live) || !isRecord(live.paths) || typeof live.openapi !== 'string')
    return { reason: 'the description is not OpenAPI 3' };
  const addresses = batchReads(live, serviceUrl, basePath);
  // Post the addresses now: the thread may be terminated before the comparison ends.
  parentPort?.postMessage({ addresses, changes: undefined } satisfies ComparisonResult);
  // Loaded only for what is a description.
  const { schema } = await import('../../schema/schema.ts');
  const { readReach } = await import('./graph-fields.ts');
  const changes = await attempt(() => compareDescriptions(expected, live, basePath, readReach(schema)), none);
  return { addresses, changes };
}
