/** A body that is not JSON is refused as by a parse, however much of it a program or a part has read. */
import { execute, GraphQLList, type GraphQLOutputType, parse } from 'graphql';
import { expect, it } from 'vitest';
import { ByteList } from '../../../src/executor/byte-list.ts';
import { createExecutor } from '../../../src/executor/executor.ts';
import type { JsonResult } from '../../../src/executor/json-result.ts';
import { schema } from '../../../src/graph/schema/schema.ts';
import { listPayload, type ResponseList } from '../../../src/graph/upstream/response.ts';
import { stepBytes } from '../../../src/platform/sync/turns.ts';
import { anyItems, longWork, oneListOf } from '../../support/byte-list.ts';

const expected = { names: ['field_id'], values: ['fld_a'] };
const oneList = oneListOf(new GraphQLList(schema.getType('WeatherRecord') as GraphQLOutputType));
const document = parse('{ records { kind temperatureMin { value unit } } }');
const record = '{"field_id": "fld_a", "kind": "observed", "temperature_min": {"value": 4.5, "unit": "celsius"}}';

function records(count: number): string {
  return Array(count).fill(record).join(', ');
}

const short = records(30);
/** With its members in two orders. */
const anyOrder = `${short}, ${record.replace('"kind": "observed", ', '').replace('}}', '}, "kind": "observed"}')}`;
/** Long enough that the first comma that ends a part is the one after it. */
const long = records(Math.ceil(stepBytes / (record.length + 2)));

/** The outcome for the body; undefined if it is parsed as a whole, which refuses it. */
async function answer(run: ReturnType<typeof createExecutor>, body: string, isLong: boolean): Promise<unknown> {
  const bytes = Buffer.from(body);
  const payload = listPayload(bytes, { parse: () => JSON.parse(body) });
  if (payload === undefined) return undefined;
  const unread = { data: payload.data as ResponseList, expected };
  const list = new ByteList({ ...unread, ...anyItems }, isLong ? longWork : undefined);
  const contextValue = { list };
  const result: JsonResult = await run({ schema: oneList, document, contextValue, ...(isLong && { work: longWork }) });
  return result.errors ? 'refused' : 'answered';
}

it.each([
  ['a comma after the last record, with white space', `{"data": [${short}, ], "meta": {}}`, false],
  ['a comma after the last record, without white space', `{"data": [${short},], "meta": {}}`, false],
  ['a form feed before the list', `{"data": \f[${short}], "meta": {}}`, false],
  ['a vertical tab after the list', `{"data": [${short}\v]\f, "meta": {}}`, false],
  ['a comma after the last record of a part', `{"data":[${long}, ],"meta":{}}`, true],
  ['a name that does not end', `{"data": [${anyOrder}, {"field_id": "fld_a", "}]}`, false],
  ['a control character between two parts', `{"data":[${long},\u0001${long}],"meta":{}}`, true],
  ['a control character after the last part', `{"data":[${long},\u0001],"meta":{}}`, true],
])('a body with %s is refused', async (_name, body, isLong) => {
  expect(() => JSON.parse(body)).toThrow();
  const cold = createExecutor(oneList, execute);
  expect(await answer(cold, body, isLong)).not.toBe('answered');
  const warm = createExecutor(oneList, execute);
  const good = `{"data": [${isLong ? `${long}, ${long}` : anyOrder}], "meta": {}}`;
  for (let times = 0; times < 6; times += 1) expect(await answer(warm, good, isLong)).toBe('answered');
  expect(await answer(warm, body, isLong)).not.toBe('answered');
});
