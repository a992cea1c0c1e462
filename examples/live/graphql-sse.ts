/** graphql-sse with live changes. It ignores the ids of events and repeats its request unchanged, so the cursor is in the variables. */
import { createClient, type Sink } from 'graphql-sse';
import { type ExecutionResult, print } from 'graphql';
import { Changes, type Changed, type Watched } from './subscription.ts';

const retryMsMax = 30_000;

export function watch(
  url: string,
  headers: Record<string, string>,
  variables: Watched,
  sink: Sink<ExecutionResult<Changed, unknown>>,
): () => void {
  const client = createClient({
    url,
    headers,
    retryAttempts: Number.POSITIVE_INFINITY,
    retry: (retries) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(1_000 * 2 ** retries, retryMsMax) * (0.5 + Math.random()))),
  });
  const sent = { ...variables };
  return client.subscribe<Changed>(
    { query: print(Changes), variables: sent },
    {
      next(result) {
        sent.after = result.data?.fieldsChanged.cursor ?? sent.after;
        sink.next(result);
      },
      error: sink.error,
      complete: sink.complete,
    },
  );
}
