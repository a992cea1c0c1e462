/** A table of fields by one query and one stream. Only a field that changed is read again, and the cache updates its row. */
import { CombinedGraphQLErrors } from '@apollo/client';
import { useQuery, useSubscription } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { Changes, Fields } from './documents.ts';

export function Dashboard({ ids }: { ids: string[] }) {
  const { data, error, client } = useQuery(Fields, { variables: { ids } });
  const [refused, setRefused] = useState<string>();
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      for (const timer of timers.current.values()) clearTimeout(timer);
    };
  }, []);
  const note = (changed: string[], problem?: string) =>
    setProblems((known) => ({ ...known, ...Object.fromEntries(changed.map((id) => [id, problem])) }));

  /** Repeats a read that fails: the stream does not report the change again. */
  async function read(changed: string[], waitMs = 1_000): Promise<void> {
    try {
      await client.query({
        query: Fields,
        variables: { ids: changed },
        fetchPolicy: 'network-only',
        errorPolicy: 'none', // With 'all', a list that failed would replace the values in the table by null.
        // The same query may be in flight, with data from before the change.
        context: { queryDeduplication: false },
      });
      note(changed);
    } catch (failure) {
      // If one field fails, show the others.
      const isOfFields = CombinedGraphQLErrors.is(failure) && failure.errors.every(({ path }) => path);
      if (changed.length > 1 && isOfFields) return changed.forEach((id) => void read([id], waitMs));
      // Without `retryable`, an error is of a proxy or router, and may pass.
      const isFinal =
        CombinedGraphQLErrors.is(failure) && failure.errors.every(({ extensions }) => extensions?.retryable === false);
      if (isFinal) note(changed, failure.message);
      else if (isShown.current) {
        const key = changed.join();
        clearTimeout(timers.current.get(key));
        timers.current.set(key, setTimeout(read, waitMs, changed, Math.min(2 * waitMs, 64_000)));
      }
    }
  }

  useSubscription(Changes, {
    variables: { ids },
    ignoreResults: true,
    errorPolicy: 'all',
    onData({ data: { data: event } }) {
      // The first event has no field: what changed between the query and it is not reported.
      const id = event?.fieldsChanged.field?.id;
      void read(id ? [id] : ids);
    },
    onError: ({ message }) => setRefused(message),
  });
  const problem = refused ?? Object.values(problems).find(Boolean);
  if (!data) return <p role="status">{error?.message ?? 'Loading…'}</p>;
  return (
    <>
      {problem && <p role="status">Not up to date: {problem}</p>}
      <table>
        <tbody>
          {data.fields.map(
            (field) =>
              field && (
                <tr key={field.id}>
                  <th scope="row">{field.name ?? field.id}</th>
                  <td>{field.latestWeather?.temperatureMax?.value.toFixed(0) ?? '–'}</td>
                  <td>{field.latestObservation?.text ?? '–'}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </>
  );
}
