/** The layers that the bench removes from the gateway, one at a time. Each has a stand-in in this folder; originals.ts names its module. */
import type { Pass } from '../passes.ts';
import type { Workload } from '../workloads.ts';

interface Layer {
  name: string;
  title: string;
  /** Input that the layer acts on. In passes without it, the gateway without the layer does the same work, and is a control. */
  needs?: 'lists' | 'batch reads';
}

export const layers: Layer[] = [
  { name: 'transport', title: 'without undici dispatch: fetch', needs: 'lists' },
  { name: 'executor', title: 'without the compiled executor: graphql-js' },
  { name: 'scan', title: 'without answers out of bytes: parse and stringify', needs: 'lists' },
  { name: 'plain-json', title: 'without the plain JSON path: Yoga' },
  { name: 'runs', title: 'without queries shared in flight' },
  { name: 'cache', title: 'without the response cache', needs: 'lists' },
  { name: 'groups', title: 'without several fields in one read', needs: 'batch reads' },
  { name: 'freed', title: 'without freed memory: left to V8', needs: 'lists' },
  { name: 'fragments', title: 'without the text cache', needs: 'lists' },
];

/** Whether a layer has nothing to act on in a pass. */
export function isIdle({ needs }: Layer, { questions }: Workload, { behaviour }: Pass): boolean {
  if (needs === 'lists') return questions.every(({ operationName }) => operationName === 'Typename');
  return needs === 'batch reads' && behaviour.describes !== true;
}
