/** The layers that can be taken out of the gateway one at a time; each has a file of its name here, and its module in originals.ts. */

interface Layer {
  name: string;
  title: string;
  /** Whether it needs a service that reads several fields in one call. */
  isOfSeveralFields?: true;
}

export const layers: Layer[] = [
  { name: 'transport', title: 'without undici dispatch: fetch' },
  { name: 'executor', title: 'without the compiled executor: graphql-js' },
  { name: 'scan', title: 'without answers out of bytes: parse and stringify' },
  { name: 'plain-json', title: 'without the plain JSON path: Yoga' },
  { name: 'runs', title: 'without queries shared in flight' },
  { name: 'cache', title: 'without the response cache' },
  { name: 'groups', title: 'without several fields in one read', isOfSeveralFields: true },
  { name: 'fragments', title: 'without the text cache' },
];
