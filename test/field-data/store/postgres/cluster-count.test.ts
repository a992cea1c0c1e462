/** Proves that the check of the cluster load test can fail, with an observation stored twice and one not stored. */
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../../../src/field-data/store/postgres/store.ts';
import { countWritten, textOf } from '../../../cluster/clients.ts';
import { databaseUrlOf } from '../../../support/postgres/schemas.ts';
import { folderOfTest } from '../../support/service.ts';
import { addFields, noteRow } from '../../support/stores.ts';

test('countWritten reports observations stored twice, whatever their keys, and acknowledged ones that are not stored', async () => {
  const folder = folderOfTest();
  const url = await databaseUrlOf(folder);
  const store = await openPostgresStore(url, { poolMax: 1 });
  onTestFinished(() => store.close());
  await addFields(folder, 'fld_a');
  const write = (id: string, key: string, idempotencyKey: string) =>
    store.addObservation(noteRow(idempotencyKey, { id, record: JSON.stringify({ id, text: textOf(key) }) }));
  const acknowledged = new Map([
    ['a', 'obs_1'],
    ['b', 'obs_2'],
  ]);
  await write('obs_1', 'a', 'a');
  await write('obs_2', 'b', 'b');
  expect(await countWritten(url, acknowledged)).toEqual({ lost: 0, doubled: 0 });
  await write('obs_3', 'a', 'another');
  expect(await countWritten(url, acknowledged)).toEqual({ lost: 0, doubled: 1 });
  acknowledged.set('c', 'obs_4').set('b', 'obs_5');
  expect(await countWritten(url, acknowledged)).toEqual({ lost: 2, doubled: 1 });
});
