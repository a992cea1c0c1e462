/** Starts the dashboard with fifty demo fields. */
import { ApolloProvider } from '@apollo/client/react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../live/apollo.ts';
import { Dashboard } from './dashboard.tsx';

const ids = Array.from({ length: 50 }, (_, index) => `fld_demo_${String(index + 1).padStart(2, '0')}`);
const key = localStorage.getItem('key');
const client = createClient('http://127.0.0.1:4000/graphql', key ? { authorization: `Bearer ${key}` } : {});

createRoot(document.getElementById('page')!).render(
  <ApolloProvider client={client}>
    <Dashboard ids={ids} />
  </ApolloProvider>,
);
