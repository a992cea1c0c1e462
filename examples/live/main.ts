/** Prints the changes of a field until you stop it. The argument chooses the client: fetch, graphql-sse, apollo or urql. */
import { watchFields } from '@fieldgraph/client/live';
import { print } from 'graphql';
import { settings } from '../settings.ts';
import { createClient as createApollo } from './apollo.ts';
import { watch } from './graphql-sse.ts';
import { Changes, type Changed } from './subscription.ts';
import { createClient as createUrql } from './urql.ts';

const { url, headers, fieldId, positionals } = settings;
const variables = { ids: [fieldId] };

function show(data: Changed | null | undefined, error?: unknown): void {
  if (error) console.error(error);
  if (!data) return;
  const { lists, field } = data.fieldsChanged;
  console.log(field ? `${field.id}: ${lists.join(', ')}: ${field.latestObservation?.text}` : 'watching');
}

const clients: Record<string, () => unknown> = {
  async fetch() {
    for await (const { data, errors } of watchFields<Changed>({ query: print(Changes), variables }, { url, headers }))
      show(data, errors);
  },
  'graphql-sse': () =>
    watch(url, headers, variables, {
      next: ({ data, errors }) => show(data, errors),
      error: console.error,
      complete() {},
    }),
  apollo: () =>
    createApollo(url, headers)
      .subscribe({ query: Changes, variables, errorPolicy: 'all' })
      .subscribe({ next: ({ data, error }) => show(data, error) }),
  urql: () =>
    createUrql(url, headers)
      .subscription(Changes, variables)
      .subscribe(({ data, error }) => show(data, error)),
};

const client = clients[positionals[0] ?? 'fetch'];
if (client === undefined) throw new Error(`Name one of ${Object.keys(clients).join(', ')}.`);
await client();
