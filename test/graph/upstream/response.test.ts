/** Bodies that begin and end as a list does: what is around their records. */
import { expect, it } from 'vitest';
import { type ListBytes, listPayload } from '../../../src/graph/upstream/response.ts';

it.each([
  ['its members in any order', '{"data":[{"a":1}],"page":{"limit":1},"meta":{"field_id":"fld_a"}}'],
  ['another list before one of them', '{"data":[{"a":1}],"meta":{"field_id":"fld_a"},"links":[],"page":{"limit":1}}'],
  ['a record that has such members', '{"data":[{"x":[1],"meta":{}}],"meta":{"field_id":"fld_a"},"page":{"limit":1}}'],
])('are the members that a parse would return: %s', (_name, text) => {
  const { data, ...members } = listPayload(Buffer.from(text), () => JSON.parse(text)) ?? {};
  const { data: records, ...parsed } = JSON.parse(text);
  expect(members).toEqual(parsed);
  expect((data as ListBytes).parse()).toEqual(records);
});
