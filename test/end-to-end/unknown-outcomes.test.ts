/** The queues of the field page and the example rely on `retryable`: a reply with an unknown outcome loses no observation. */
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../../examples/offline-queue/deliver.ts';
import { openQueue } from '../../examples/offline-queue/queue.ts';
import { sendNote } from '../../examples/offline-queue/send.ts';
import { sendNote as sendFromPage } from '../../src/page/notes/send.ts';
import { startFaultyGraph } from '../support/faulty-graph.ts';
import { failures } from '../support/faulty-service.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Failure = keyof typeof failures;

const key = 'fds_test_key';
const headers = { authorization: `Bearer ${key}` };
const note = { fieldId: 'fld_1', text: 'hail' };
const refusals = [
  'status400',
  'status401',
  'status403',
  'status404',
  'status409',
  'status413',
  'status422',
  'status429',
];
const unknown = (Object.keys(failures) as Failure[]).filter((name) => !['good', 'gzip', ...refusals].includes(name));

const graph = untilFileEnd(await startFaultyGraph({ DEADLINE_MS: '300' }));
afterEach(() => vi.unstubAllGlobals());

describe.each(unknown)('an observation for which the service returns %s', (failure) => {
  it('stays in the queue, and is written under its key once the service recovers', async () => {
    await using folder = await temporaryFolder();
    const queue = openQueue(join(folder.path, 'notes.sqlite'));
    const idempotencyKey = queue.add(note);
    graph.service.script = () => failures[failure];
    const kinds: string[] = [];
    await deliver(queue, (input) => sendNote({ url: `${graph.graphUrl}/graphql`, headers }, input), {
      onOutcome: (_note, { kind }) => kinds.push(kind),
      wait: async () => {
        graph.service.script = () => undefined;
      },
    });
    const [written] = queue.list();
    queue.close();
    // On a busy machine the deadline may pass again, so the outcome is unknown once more.
    expect(kinds.slice(0, -1)).toEqual(Array(Math.max(1, kinds.length - 1)).fill('later'));
    expect(kinds.at(-1)).toBe('written');
    expect(written).toMatchObject({ state: 'written', input: { idempotencyKey } });
  });

  it('is sent again by the field page', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`${graph.graphUrl}${path}`, init));
    graph.service.script = () => failures[failure];
    expect(await sendFromPage({ ...note, idempotencyKey: 'of-the-page' }, key)).toMatchObject({ kind: 'later' });
  });
});

it.each([
  ...(['status401', 'status403', 'status404', 'status422'] as const).map(
    (failure) => ['resetBeforeAnswer', failure] as const,
  ),
  ['status408', 'status401'] as const,
])(
  'an observation whose first try ended with %s stays in the queue although a later try is refused with %s',
  async (first, failure) => {
    // The default deadline leaves time for the second try, even on a busy machine.
    await using patient = await startFaultyGraph();
    patient.service.script = (_call, index) => failures[index === 0 ? first : failure];
    const idempotencyKey = `${first}-${failure}`;
    const outcome = await sendNote({ url: `${patient.graphUrl}/graphql`, headers }, { ...note, idempotencyKey });
    expect([outcome.kind, patient.service.calls.length]).toEqual(['later', 2]);
  },
);

it.each(['status400', 'status404', 'status413', 'status422'] as const)(
  'an observation for which the service returns %s is refused permanently',
  async (failure) => {
    await using graph = await startFaultyGraph();
    graph.service.script = () => failures[failure];
    const outcome = await sendNote(
      { url: `${graph.graphUrl}/graphql`, headers },
      { ...note, idempotencyKey: 'refused' },
    );
    expect(outcome).toMatchObject({ kind: 'refused' });
  },
);
