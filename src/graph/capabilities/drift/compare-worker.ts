/** Compares one description with the committed one in a thread of thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { schema } from '../../schema/schema.ts';
import type { Change } from '../../../openapi-diff/change.ts';
import { compareDescriptions } from '../../../openapi-diff/compare.ts';
import type { JsonObject } from '../../../openapi-diff/schema-view.ts';
import { batchReads } from './batch-reads.ts';
import { readReach } from './graph-fields.ts';

export interface ComparisonInput {
  expected: JsonObject;
  live: JsonObject;
  serviceUrl: string;
  /** The path of the service's address. */
  basePath: string;
}

export interface ComparisonResult {
  addresses: ReadonlyMap<string, string>;
  changes: Change[];
}

const { expected, live, serviceUrl, basePath }: ComparisonInput = workerData;
const addresses = batchReads(live, serviceUrl, basePath);
const changes = compareDescriptions(expected, live, basePath, readReach(schema));
parentPort?.postMessage({ addresses, changes } satisfies ComparisonResult);
