/** Two tabs of the field page that send one note at the same time. */
import { afterEach, expect, it, vi } from 'vitest';
import { createOutbox } from '../../../src/page/notes/outbox.ts';
import { openStore } from '../../../src/page/notes/store.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = { __typename: 'UnauthenticatedError', code: 'UNAUTHENTICATED', message: 'Unknown.', retryable: false };

it('sends a note that one tab may have stored by no other key, although its key was refused in another tab', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { onLine: true });
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { authorization: string } }) => {
    // The response to the first is lost. Before the second arrives, the key is revoked.
    if (sent.push(headers.authorization) === 1) throw new TypeError('Failed to fetch');
    return Response.json({ data: { addObservation: refusal } });
  });
  let key: string | undefined;
  const store = await openStore();
  const tabs = [0, 1].map(() =>
    createOutbox(store, { apiKey: () => key, onChange: () => undefined, onSent: () => undefined }),
  );
  await tabs[0]?.add({ fieldId: 'fld_demo_01', text: 'Once.' }, 'note-1');
  key = 'first';
  await Promise.all(tabs.map(({ deliver }) => deliver()));
  expect(sent).toEqual(['Bearer first', 'Bearer first']);
  key = 'second';
  await Promise.all(tabs.map(({ deliver }) => deliver()));
  expect(sent).toHaveLength(2);
  await tabs[0]?.remove('note-1');
});
