/** This gateway with trusted documents: requests by hash, and requests with other documents, which it refuses. */
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, gatewayIn } from './contestants.ts';
import type { Command, Ports } from './harness/server.ts';
import { documents, type Workload, workloads } from './workloads.ts';

/** Returns the `documentId` of a document. */
export const idOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** This gateway with a manifest of the documents of all workloads. */
export const startTrusting =
  (settings: Record<string, string> = {}) =>
  (ports: Ports, upstream: URL): Command & { scratch: string } => {
    const scratch = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
    const manifest = join(scratch, 'manifest.json');
    const texts = Object.values(documents).map((text) => [idOf(text), text]);
    writeFileSync(manifest, JSON.stringify(Object.fromEntries(texts)));
    return { ...gatewayIn(undefined, { TRUSTED_DOCUMENTS: manifest, ...settings })(ports, upstream), scratch };
  };

const byHash: Contestant = {
  name: 'post-by-hash',
  title: 'Fieldgraph, by documentId',
  kind: 'gateway',
  start: startTrusting(),
  bodyOf: ({ operationName, query, variables }) =>
    JSON.stringify({ operationName, documentId: idOf(query), variables }),
};

const othersMax = 1_000;
let others = 0;

const othersRefused: Contestant = {
  name: 'others-refused',
  title: 'Fieldgraph with trusted documents only, sent 1,000 others',
  kind: 'gateway',
  start: startTrusting({ TRUSTED_DOCUMENTS_ONLY: 'on' }),
  refusal: 'PERSISTED_DOCUMENT_REQUIRED',
  bodyOf: () => JSON.stringify({ query: `query Other { a${others++ % othersMax}: __typename }` }),
};

/** Contestants measured next to the controls, whose requests contain the documents. */
export const trusting: readonly Contestant[] = [byHash, othersRefused];

const { W1, W4 } = workloads;

/** The cheapest operation, repeated so that each of the other documents is sent. */
const thousandTypenames: Workload = {
  ...W4,
  name: 'W4, a thousand documents',
  questions: Array.from({ length: othersMax }, () => W4.questions).flat(),
};

/** Workloads, and the contestants that each is sent to. */
export const trustedRuns: readonly { workload: Workload; who: readonly Contestant[] }[] = [
  { workload: W1, who: [byHash] },
  { workload: thousandTypenames, who: trusting },
];
