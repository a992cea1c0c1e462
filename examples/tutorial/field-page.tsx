/** One field: its weather, its newest observations, and a form that works without a network. */
import { useQuery, useReactiveVar } from '@apollo/client/react';
import { type SubmitEvent, useEffect } from 'react';
import { client, forgetCache, saveCache } from './client.ts';
import { ReadField } from './documents.ts';
import { addObservation, outbox, remove, sendAll } from './outbox.ts';
import { WeatherChart } from './weather-chart.tsx';

export function FieldPage({ id, days }: { id: string; days: number }) {
  const variables = { id, days };
  const { data, error, refetch } = useQuery(ReadField, {
    variables,
    fetchPolicy: 'cache-and-network', // Show what is cached, then what is new.
    errorPolicy: 'all', // If one list fails, show the others.
    pollInterval: 60_000,
  });
  const drafts = useReactiveVar(outbox);
  // A request that failed brought no data: show what is cached.
  const field = (data ?? client.readQuery({ query: ReadField, variables }))?.field;
  useEffect(saveCache);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    try {
      addObservation(id, String(new FormData(event.currentTarget).get('text')));
      event.currentTarget.reset();
    } catch {
      alert('This browser has no space to store it. The text stays in the form.');
    }
  }

  function saveKey(form: FormData): void {
    const key = String(form.get('key')).trim();
    const isOther = key !== localStorage.getItem('key');
    localStorage.setItem('key', key);
    const forgotten = isOther ? forgetCache() : undefined;
    // After both: a list that was read before the notes would hide them.
    void Promise.all([sendAll(true), forgotten]).finally(() => refetch());
  }

  return (
    <>
      <h1>{field?.name ?? id}</h1>
      {error && <p role="status">Not up to date: {[...new Set(error.message.split('\n'))].join(' ')}</p>}
      {field?.weather && <WeatherChart days={field.weather} />}
      <h2>Observations</h2>
      <form onSubmit={submit}>
        <label>
          What you see <input name="text" required />
        </label>{' '}
        <button type="submit">Add</button>
      </form>
      <ul>
        {drafts.map(({ input, reason }) => (
          <li key={input.idempotencyKey}>
            {input.text} <em>Waiting. {reason}</em>{' '}
            <button type="button" onClick={() => remove(input)}>
              Remove
            </button>
          </li>
        ))}
        {field?.observations?.map(({ id: observationId, observedAt, text }) => (
          <li key={observationId}>
            {text} <time dateTime={observedAt}>{new Date(observedAt).toLocaleString()}</time>
          </li>
        ))}
      </ul>
      <form action={saveKey}>
        <label>
          API key <input name="key" type="password" autoComplete="off" required />
        </label>{' '}
        <button type="submit">Use this key</button>
      </form>
    </>
  );
}
