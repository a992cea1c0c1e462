/** A table of fields by one query and one stream. Only a field that changed is read again, and the cache updates its row. */
import { useQuery, useSubscription } from '@apollo/client/react';
import { Changes, Fields } from './documents.ts';

export function Dashboard({ ids }: { ids: string[] }) {
  const { data, error, client } = useQuery(Fields, { variables: { ids } });
  useSubscription(Changes, {
    variables: { ids },
    ignoreResults: true,
    errorPolicy: 'all',
    onData({ data: { data: event } }) {
      if (!event) return;
      // The first event has no field: what changed between the query and it is not reported.
      const id = event.fieldsChanged.field?.id;
      const fetchPolicy = 'network-only';
      // The same query may be in flight, and may have been answered before the stream began.
      const context = { queryDeduplication: false };
      void client.query({ query: Fields, variables: { ids: id ? [id] : ids }, fetchPolicy, context });
    },
  });
  if (!data) return <p role="status">{error?.message ?? 'Loading…'}</p>;
  return (
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
  );
}
