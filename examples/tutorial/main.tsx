/** Starts the page. */
import { ApolloProvider } from '@apollo/client/react';
import { createRoot } from 'react-dom/client';
import { client } from './client.ts';
import { FieldPage } from './field-page.tsx';

createRoot(document.getElementById('page')!).render(
  <ApolloProvider client={client}>
    <FieldPage id="fld_demo_01" days={30} />
  </ApolloProvider>,
);
