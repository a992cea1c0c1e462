/** The layers that can be taken out of the gateway alone: the module that is one, and what stands here in its place. */

export interface Layer {
  name: string;
  title: string;
  /** The module of the product, below src/graph/. */
  module: string;
}

/** Each has a file of its name in this folder. */
export const layers: Layer[] = [
  { name: 'transport', title: 'without undici dispatch: fetch', module: 'upstream/transport.ts' },
  { name: 'executor', title: 'without the lean executor: graphql-js', module: 'execution/executor.ts' },
  { name: 'scan', title: 'without answers out of bytes: parse and stringify', module: 'execution/scan/list-text.ts' },
  { name: 'door', title: 'without the JSON door: Yoga', module: 'http/json-door.ts' },
  { name: 'sharing', title: 'without reads shared in flight', module: 'upstream/share.ts' },
  { name: 'cache', title: 'without kept answers', module: 'upstream/cache.ts' },
  { name: 'fragments', title: 'without kept texts', module: 'execution/fragments.ts' },
];
