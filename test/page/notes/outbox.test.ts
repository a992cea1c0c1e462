/** Notes of the field page whose API key changes while they are sent, in one tab and in two. */
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createOutbox, type OutboxState } from '../../../src/page/notes/outbox.ts';
import { openStore } from '../../../src/page/notes/store.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = { __typename: 'UnauthenticatedError', code: 'UNAUTHENTICATED', message: 'Unknown.', retryable: false };

it('a note that one tab may have stored is sent with no other key, even after another tab was refused with its key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { onLine: true });
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { authorization: string } }) => {
    // The response to the first request is lost. Before the second arrives, the key is revoked.
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

it('every tab is notified of a note that one tab has sent', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const success = { __typename: 'AddObservationSuccess', observation: { id: 'obs_1' } };
  vi.stubGlobal('fetch', async () => Response.json({ data: { addObservation: success } }));
  const store = await openStore();
  const heard: unknown[] = [];
  const [one] = [0, 1].map(() =>
    createOutbox(store, { apiKey: () => 'key', onChange: () => undefined, onSent: (sent) => heard.push(sent) }),
  );
  await one?.add({ fieldId: 'fld_demo_01', text: 'Of one tab.' }, 'note-3');
  const sent = { key: 'note-3', fieldId: 'fld_demo_01', note: success.observation };
  await expect.poll(() => heard).toEqual([sent, sent]);
});

it('a note without a key is sent with the one that was entered while an earlier one was being refused', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const sent: string[] = [];
  let key: string | undefined;
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { authorization: string } }) => {
    sent.push(headers.authorization);
    key = 'valid';
    return Response.json({ data: { addObservation: refusal } });
  });
  const options = { apiKey: () => key, onChange: () => undefined, onSent: () => undefined };
  const outbox = createOutbox(await openStore(), options);
  await outbox.add({ fieldId: 'fld_demo_01', text: 'Twice.' }, 'note-2');
  key = 'revoked';
  await outbox.deliver();
  await expect.poll(() => sent).toEqual(['Bearer revoked', 'Bearer valid']);
  await outbox.remove('note-2');
});

/** An outbox without a network whose only note was written with `key`, or without one, and tried with the key `first`. */
async function openOffline(key: string | undefined) {
  const device = { onLine: false, key };
  vi.stubGlobal('navigator', device);
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { authorization: string } }) => {
    if (!device.onLine) throw new TypeError('Failed to fetch');
    sent.push(headers.authorization);
    return Response.json({ data: { addObservation: refusal } });
  });
  let state: OutboxState | undefined;
  const onChange = (changed: OutboxState) => {
    state = changed;
  };
  const outbox = createOutbox(await openStore(), { apiKey: () => device.key, onChange, onSent: () => undefined });
  await outbox.add({ fieldId: 'fld_demo_01', text: 'Offline.' }, 'note-4');
  device.key = 'first';
  void outbox.deliver();
  await expect.poll(() => state?.pause).toBeDefined();
  onTestFinished(() => outbox.remove('note-4'));
  return { device, sent, outbox, note: () => state!.notes[0]! };
}

it.each([
  [undefined, ['Bearer second']],
  ['first', []],
])('of a note that was written offline with the key %s, a later key sends %j', async (key, expected) => {
  const { device, sent, outbox } = await openOffline(key);
  Object.assign(device, { onLine: true, key: 'second' });
  await outbox.deliver();
  expect(sent).toEqual(expected);
});

it('a note is sent with the key that the person chose for it, and with no later one', async () => {
  const { device, sent, outbox, note } = await openOffline('first');
  device.key = 'second';
  await outbox.resend(note());
  Object.assign(device, { onLine: true, key: 'third' });
  await outbox.deliver();
  expect(sent).toEqual([]);
  device.key = 'second';
  await outbox.deliver();
  expect(sent).toEqual(['Bearer second']);
});
