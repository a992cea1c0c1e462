/** Data of a field page: loads observations page by page, refetches only the header by `node`, and adds an observation. */
import { commitMutation, fetchQuery } from 'relay-runtime';
import { waitForFragmentData } from 'relay-runtime/experimental.js';
import { settings } from '../settings.ts';
import type { notesAddMutation } from './__generated__/notesAddMutation.graphql.ts';
import nextPage, { type notesFeedPaginationQuery } from './__generated__/notesFeedPaginationQuery.graphql.ts';
import type { notesFeed$key } from './__generated__/notesFeed.graphql.ts';
import type { notesFieldHeaderQuery } from './__generated__/notesFieldHeaderQuery.graphql.ts';
import type { notesHeader$key } from './__generated__/notesHeader.graphql.ts';
import refetchHeader, { type notesHeaderRefetchQuery } from './__generated__/notesHeaderRefetchQuery.graphql.ts';
import type { notesPageQuery } from './__generated__/notesPageQuery.graphql.ts';
import { createEnvironment } from './environment.ts';
import { AddNote, Feed, FieldHeader, Header, Page } from './notes.ts';

const environment = createEnvironment(settings.url, settings.headers);
const id = settings.fieldId;

const page = await fetchQuery<notesPageQuery>(environment, Page, { id }).toPromise();
if (!page?.node?.header || !page.node.feed) throw new Error(`${id} is no field`);
const { header, feed } = page.node;

/** Reads the present data of a fragment from the store. In a component, hooks read it and render again after a change. */
const readHeader = () => waitForFragmentData<notesHeader$key>(environment, Header, header);
const readFeed = async () => (await waitForFragmentData<notesFeed$key>(environment, Feed, feed)).observationsConnection;

const weather = (await readHeader()).latestWeather;
console.log(`${id}: high ${weather?.temperatureMax?.value.toFixed(1)} ${weather?.temperatureMax?.unit}`);

const first = await readFeed();
const cursor = first?.pageInfo.endCursor;
await fetchQuery<notesFeedPaginationQuery>(environment, nextPage, { id, count: 2, cursor }).toPromise();
console.log(`two pages, one list: ${(await readFeed())?.edges.length} observations`);

await fetchQuery<notesHeaderRefetchQuery>(environment, refetchHeader, { id }).toPromise();
console.log(`the header again, through node: ${(await readHeader()).latestWeather?.date}`);

await new Promise<void>((resolve, reject) => {
  commitMutation<notesAddMutation>(environment, {
    mutation: AddNote,
    variables: {
      input: { idempotencyKey: crypto.randomUUID(), fieldId: id, text: 'Canopy closed.' },
      connections: first ? [first.__id] : [],
    },
    onCompleted({ addObservation: result }, errors) {
      // Test `__typename`, not `code`: in Relay, a success also has a `code`, which is undefined.
      if (result && result.__typename !== 'AddObservationSuccess') console.log(`${result.code}: ${result.message}`);
      for (const { message } of errors ?? []) console.log(message);
      resolve();
    },
    onError: reject,
  });
});
console.log(`newest observation of the list: ${(await readFeed())?.edges[0]?.node.text}`);

// The store has everything that this query reads, so no request is sent.
const options = { fetchPolicy: 'store-or-network' } as const;
await fetchQuery<notesFieldHeaderQuery>(environment, FieldHeader, { id }, options).toPromise();
const cached = environment.getStore().getSource().getRecordIDs();
console.log(`cached as: ${cached.filter((key) => !key.startsWith('client:')).join(', ')}`);
