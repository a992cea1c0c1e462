/** The layers that can be taken out of the gateway alone; each has a file of its name here, and its module in originals.ts. */

interface Layer {
  name: string;
  title: string;
  /** Whether it does anything over a service that reads several fields in one call alone. */
  isOfSeveralFields?: true;
}

export const layers: Layer[] = [
  { name: 'transport', title: 'without undici dispatch: fetch' },
  { name: 'executor', title: 'without the compiled executor: graphql-js' },
  { name: 'scan', title: 'without answers out of bytes: parse and stringify' },
  { name: 'door', title: 'without the JSON door: Yoga' },
  { name: 'runs', title: 'without queries shared in flight' },
  { name: 'cache', title: 'without kept answers' },
  { name: 'groups', title: 'without several fields in one read', isOfSeveralFields: true },
  { name: 'fragments', title: 'without kept texts' },
];
