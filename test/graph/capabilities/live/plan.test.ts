/** Plans of subscriptions: the reads of one event, without a stream. */
import { expect, it } from 'vitest';
import { requestJson } from '../../../support/execute.ts';
import { readMetric } from '../../../support/metric.ts';
import { startProduct } from '../../../support/running.ts';

const query = `subscription Watch($ids: [ID!]!, $lists: [FieldList!], $after: String) {
  fieldsChanged(ids: $ids, lists: $lists, after: $after) { cursor field { id latestObservation { text } weather { date } } }
}`;

const plan = (graphUrl: string, ids: string[], lists?: string[], after?: string) =>
  requestJson(fetch, { query, variables: { ids, lists, after } }, {}, `${graphUrl}/graphql/plan`);

it('a plan of a subscription has the reads of one event, and opens no stream', async () => {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  const planned = await plan(product.graphUrl, ['fld_demo_01', 'fld_demo_02']);
  expect(planned).toMatchObject({ operation: 'Watch', type: 'subscription', calls: { counted: 2, expected: 2 } });
  expect(planned.errors).toBeUndefined();
  expect(planned.reads.map(({ paths, fields }: { paths: string[]; fields: number }) => [paths, fields])).toEqual([
    [['fieldsChanged.field.latestObservation'], 1],
    [['fieldsChanged.field.weather'], 1],
  ]);
  expect(await readMetric(product.adminUrl, 'streams_opened_total')).toBe(0);
});

it('a plan of a subscription that would be refused contains the error', async () => {
  await using product = await startProduct();
  const violationsOf = async (ids: string[], lists?: string[], after?: string) => {
    const { errors, reads } = await plan(product.graphUrl, ids, lists, after);
    expect(reads).toEqual([]);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    return errors[0].extensions.faults;
  };
  const message = 'ids must have at least one id.';
  expect(await violationsOf([])).toEqual([{ path: ['ids'], code: 'TOO_SHORT', message }]);
  expect(await violationsOf(Array.from({ length: 101 }, (_, at) => `fld_${at}`))).toMatchObject([
    { path: ['ids'], code: 'TOO_MANY' },
  ]);
  expect(await violationsOf(['fld_demo_01'], [])).toMatchObject([{ path: ['lists'], code: 'TOO_SHORT' }]);
  const unknown = await violationsOf(['fld_demo_01'], undefined, 'x');
  expect(unknown).toMatchObject([{ path: ['after'], code: 'UNKNOWN_CURSOR' }]);
});
