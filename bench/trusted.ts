/** This gateway with trusted documents: by hashes in place of documents, and with others where it runs nothing else. */
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, gatewayIn } from './contestants.ts';
import type { Command, Ports } from './harness/server.ts';
import { documents, type Workload, workloads } from './workloads.ts';

/** The documentId of a document. */
export const idOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** This gateway with a manifest of what the workloads ask. */
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

/** Who is measured next to the controls, which get the documents. */
export const trusting: readonly Contestant[] = [byHash, othersRefused];

const { W1, W4 } = workloads;

/** The cheapest operation as often as there are other documents: so each of those is sent. */
const thousandTypenames: Workload = {
  ...W4,
  name: 'W4, a thousand documents',
  questions: Array.from({ length: othersMax }, () => W4.questions).flat(),
};

/** The requests to each. */
export const trustedRuns: readonly { workload: Workload; who: readonly Contestant[] }[] = [
  { workload: W1, who: [byHash] },
  { workload: thousandTypenames, who: trusting },
];
