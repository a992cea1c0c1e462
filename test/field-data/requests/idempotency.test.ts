/** Idempotency: a repeated write gets the same response, from any process and in any spelling of key and body. */
import { expect, test } from 'vitest';
import { fieldNotFound } from '../../../src/field-data/records/errors.ts';
import { createKey } from '../../../src/field-data/records/keys.ts';
import { observationOf } from '../../../src/field-data/records/observation.ts';
import { createOnceWriter, fingerprintOf, readIdempotencyKey } from '../../../src/field-data/requests/idempotency.ts';
import { observationRow } from '../../../src/field-data/store/observation-row.ts';
import {
  createCall,
  createServiceOver,
  type ReadAnswer,
  sharedService,
  startOverShared,
  testNow,
  writeBy,
} from '../support/service.ts';
import { nowhere } from '../support/stores.ts';

const path = '/api/v1/observations';

/** An observation for a new farm without used idempotency keys. */
async function newNote() {
  const service = await sharedService();
  const { account, fieldId, key } = await service.addFarm();
  return { ...service, account, key, note: { field_id: fieldId, text: 'Once' } };
}

const replayed = ({ headers }: ReadAnswer) => headers.get('idempotent-replayed') === 'true';

test('a repeated write gets the first response again, byte for byte, and is marked as replayed', async () => {
  const { write, key, note } = await newNote();
  const first = await write(note, { key, idempotencyKey: 'a' });
  const second = await write(note, { key, idempotencyKey: 'a' });
  expect([first.status, replayed(first)]).toEqual([201, false]);
  expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, true]);
});

test('a hundred concurrent writes over several connections create one observation and get the same bytes', async () => {
  // The demo is in memory, so only the writes wait for a connection of the store.
  const one = await sharedService();
  const note = { field_id: 'fld_demo_03', text: 'Once' };
  const key = one.demoKey;
  const services = [one, ...(await Promise.all([1, 2, 3].map(() => startOverShared())))];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      services[index % services.length]?.write(note, { key, idempotencyKey: 'a' }),
    ),
  );
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1);
  expect(answers.filter((answer) => answer && !replayed(answer))).toHaveLength(1);
  const list = await one.call(`${path}?field_id=${note.field_id}&from=2026-05-04`, { key });
  expect(list.body.data).toHaveLength(1);
});

test('a write is still replayed after a restart and years later', async () => {
  const { key, note, write } = await newNote();
  const dated = { ...note, observed_at: '2026-05-04T19:04:00Z' };
  const answer = await write(dated, { key, idempotencyKey: 'a' });
  const later = await startOverShared({ now: () => new Date('2031-01-01T00:00:00Z') });
  const again = await later.write(dated, { key, idempotencyKey: 'a' });
  expect([again.text, replayed(again)]).toEqual([answer.text, true]);
});

test('a write that was valid when first sent is replayed by a process whose clock is slow', async () => {
  const { key, note, write } = await newNote();
  const dated = { ...note, observed_at: '2026-05-04T19:04:00Z' };
  const answer = await write(dated, { key, idempotencyKey: 'a' });
  const slowProcess = await startOverShared({ now: () => new Date('2026-05-04T18:00:00Z') });
  const again = await slowProcess.write(dated, { key, idempotencyKey: 'a' });
  expect([again.text, replayed(again)]).toEqual([answer.text, true]);
  const refusals = await Promise.all([
    slowProcess.write(dated, { key, idempotencyKey: 'b' }),
    slowProcess.write({ ...dated, text: '' }, { key, idempotencyKey: 'a' }),
    slowProcess.write({ ...dated, observed_at: '2026-02-30T19:04:00Z' }, { key, idempotencyKey: 'a' }),
  ]);
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([422, 'validation_failed']));
});

test('a stored text with half of a surrogate pair, which earlier versions took, is listed and replayed unchanged', async () => {
  const { account, call, key, note, store, write } = await newNote();
  const broken = { ...note, text: 'a\ud83d b' };
  const observation = observationOf(broken, { id: `obs_${account}`, mode: 'live', nowMs: testNow.getTime() });
  const idempotency = { key: 'a', fingerprint: fingerprintOf(broken) };
  const { record } = await store.addObservation(observationRow(observation, account, idempotency));
  const again = await write(broken, { key, idempotencyKey: 'a' });
  expect([again.text, replayed(again)]).toEqual([`{"data":${record}}`, true]);
  const { body } = await call(`${path}?field_id=${note.field_id}`, { key });
  expect(body.data).toEqual([observation]);
  const refusals = await Promise.all([
    write(broken, { key, idempotencyKey: 'b' }),
    write({ ...broken, text: 'other\ud83d' }, { key, idempotencyKey: 'a' }),
  ]);
  expect(refusals.map(({ body }) => body.code)).toEqual(['validation_failed', 'idempotency_key_reused']);
});

test('the bare and the quoted form of an idempotency key are the same key', async () => {
  const { write, key, note } = await newNote();
  const bare = await write(note, { key, idempotencyKey: 'a"b' });
  const quoted = await write(note, { key, idempotencyKey: '"a\\"b"' });
  expect([quoted.text, replayed(quoted)]).toEqual([bare.text, true]);
});

test('spacing and property order do not change the identity of a body', async () => {
  const { call, key, note, write } = await newNote();
  const first = await write(note, { key, idempotencyKey: 'a' });
  const second = await call(path, {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    body: ` {\n "text": "\\u004fnce", "field_id": "${note.field_id}" } `,
  });
  expect([second.text, replayed(second)]).toEqual([first.text, true]);
});

test.each([
  ['another text', { text: 'Twice' }],
  ['another field', { field_id: 'fld_demo_02' }],
  ['a default written out', { category: 'general' }],
])('%s under the same key is refused as idempotency_key_reused and writes nothing', async (_, change) => {
  const { write, key, note, call } = await newNote();
  const first = await write(note, { key, idempotencyKey: 'a' });
  const { status, body } = await write({ ...note, ...change }, { key, idempotencyKey: 'a' });
  expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  const list = await call(`${path}?field_id=${note.field_id}&from=2026-05-04`, { key });
  expect(list.body.data).toEqual([first.body.data]);
});

test('an idempotency key is scoped to account and mode, not to the API key', async () => {
  const { write, addField, addKey } = await sharedService();
  await addField({ id: 'fld_public' });
  const keys = [
    await addKey({ account: 'one', mode: 'live' }),
    await addKey({ account: 'one', mode: 'test' }),
    await addKey({ account: 'two', mode: 'live' }),
  ];
  const input = { field_id: 'fld_public', text: 'x' };
  const answers = await Promise.all(keys.map((key) => write(input, { key, idempotencyKey: 'a' })));
  expect(answers.map(replayed)).toEqual([false, false, false]);
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3);
  const sameAccount = await write(input, { key: await addKey({ account: 'one', mode: 'live' }), idempotencyKey: 'a' });
  expect([sameAccount.text, replayed(sameAccount)]).toEqual([answers[0]?.text, true]);
});

test('the fingerprint of a body is stable across versions', () => {
  const body = { text: 'é', tags: ['b', 'a'], location: { type: 'Point', coordinates: [1.5, -2] }, title: null };
  const stored = 'ffe7f6ff48860dec72cdd59ddafbc1ffb77a4be43656fb26283c4d04bdc68487';
  expect(fingerprintOf(body)).toBe(stored);
  expect(fingerprintOf(Object.fromEntries(Object.entries(body).reverse()))).toBe(stored);
  for (const title of [{}, [], 'null', 0]) expect(fingerprintOf({ ...body, title })).not.toBe(stored);
});

test.each(['"a', '"a"b"', '"', '""', '"é"', '"a\\b"', 'a b', 'é', ''])(
  'the key %s is refused as malformed, and the error names the header',
  (header) => {
    const malformed = expect.objectContaining({
      code: 'idempotency_key_invalid',
      violations: [expect.objectContaining({ code: 'wrong_format', header: 'Idempotency-Key' })],
    });
    expect(() => readIdempotencyKey(header)).toThrow(malformed);
  },
);

test('a store error fails all concurrent requests of the same write', async () => {
  const store = { addObservation: () => Promise.reject(new Error('a fault')) };
  const writeOnce = createOnceWriter(store);
  const row = { account: 'a', mode: 'test', idempotency: { key: 'k', fingerprint: 'f' } } as never;
  const outcomes = await Promise.allSettled([writeOnce(row), writeOnce(row)]);
  expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: new Error('a fault') })));
});

test('a write is stored although another body under its key, still in progress, is then refused', async () => {
  const key = createKey('test');
  const begun = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  const service = await createServiceOver(
    (store) => ({
      async findField(id) {
        // By then, the second write has begun, or waits for the first.
        if (id === 'fld_demo_02') setImmediate(refused.resolve);
        return { id, ...nowhere, demo: true };
      },
      async addObservation(row) {
        if (row.fieldId === 'fld_demo_02') return store.addObservation(row);
        begun.resolve();
        await refused.promise;
        throw fieldNotFound();
      },
    }),
    { demoKey: key },
  );
  const call = createCall(service);
  const write = (fieldId: string) => writeBy(call, { field_id: fieldId, text: 'Once' }, { key, idempotencyKey: 'a' });
  const first = write('fld_demo_01');
  await begun.promise;
  const second = await write('fld_demo_02');
  expect([(await first).status, second.status, second.body.data?.field_id]).toEqual([404, 201, 'fld_demo_02']);
});

test('a refused write does not use up its idempotency key', async () => {
  const { write, key, note } = await newNote();
  expect((await write({ ...note, text: '' }, { key, idempotencyKey: 'a' })).status).toBe(422);
  expect((await write({ ...note, field_id: 'fld_none' }, { key, idempotencyKey: 'a' })).status).toBe(404);
  const good = await write(note, { key, idempotencyKey: 'a' });
  expect([good.status, replayed(good)]).toEqual([201, false]);
});

test('a written observation is still stored after a restart', async () => {
  const { write, key, note } = await newNote();
  const { body } = await write(note, { key });
  const later = await startOverShared();
  const list = await later.call(`${path}?field_id=${note.field_id}&limit=1`, { key });
  expect(list.body.data).toEqual([body.data]);
});
