import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { graphql } from '../support/documents/documents.ts';
import type { WriteMutation } from '../support/documents/types.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Write = graphql(`
  mutation Write($key: String!, $text: String!) {
    addObservation(input: { idempotencyKey: $key, fieldId: "fld_demo_60", text: $text }) {
      __typename
      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }
      ... on FieldgraphError { code }
      ... on InvalidInputError { faults { path code message } }
    }
  }
`);

const Notes = graphql(`
  query Notes {
    field(id: "fld_demo_60") { observations(limit: 100) { id text } }
  }
`);

function idOf({ data }: { data?: WriteMutation | null }): string {
  const result = data?.addObservation;
  if (result?.__typename !== 'AddObservationSuccess') throw new Error(`not written: ${result?.__typename}`);
  return result.observation.id;
}

it('fifty simultaneous sends of one key write one observation, and all return it', async () => {
  await using product = await startProduct();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => product.query(Write, { key: 'one', text: 'once' }, product.demo)),
  );
  const results = answers
    .map(({ data }) => data?.addObservation)
    .filter((result) => result?.__typename === 'AddObservationSuccess');
  expect(results).toHaveLength(50);
  expect(new Set(results.map((result) => result?.observation.id)).size).toBe(1);
  expect(results.filter((result) => result?.replayed === true)).toHaveLength(49);
  const { data } = await product.query(Notes, {}, product.demo);
  expect(data?.field?.observations).toHaveLength(1);
});

it('the reply to a mutation lists the new observation under its field', async () => {
  await using product = await startProduct();
  const { data } = await product.query(Write, { key: 'two', text: 'seen' }, product.demo);
  const result = data?.addObservation;
  if (result?.__typename !== 'AddObservationSuccess') throw new Error(`not written: ${result?.__typename}`);
  expect(result.field.observations).toEqual([{ id: result.observation.id }]);
});

it('observations, the demo key and used idempotency keys survive a restart', async () => {
  await using folder = await temporaryFolder();
  const env = { FIELD_DATA_DIR: folder.path };
  const first = await startProduct(env);
  const written = await first.query(Write, { key: 'three', text: 'kept' }, first.demo);
  await first.stop();
  await using second = await startProduct(env);
  expect(second.demoKey).toBe(first.demoKey);
  const again = await second.query(Write, { key: 'three', text: 'kept' }, second.demo);
  expect(written.data?.addObservation).toMatchObject({ replayed: false, observation: { text: 'kept' } });
  expect(again.data?.addObservation).toMatchObject({ replayed: true, observation: { id: idOf(written) } });
});

it('a write is refused without an API key, or if its idempotency key was used for another observation', async () => {
  await using product = await startProduct();
  const anonymous = await product.query(Write, { key: 'four', text: 'a' });
  expect(anonymous.data?.addObservation).toMatchObject({ __typename: 'UnauthenticatedError', code: 'UNAUTHENTICATED' });
  await product.query(Write, { key: 'four', text: 'a' }, product.demo);
  const reused = await product.query(Write, { key: 'four', text: 'b' }, product.demo);
  expect(reused.data?.addObservation).toMatchObject({ __typename: 'IdempotencyKeyReusedError' });
});

it('a text with half of an emoji is refused with its path, and is not stored', async () => {
  await using product = await startProduct();
  const { data } = await product.query(Write, { key: 'cut', text: 'a\ud83d b' }, product.demo);
  const message =
    'must not contain half of a surrogate pair, such as an emoji cut in two: cut texts between code points';
  expect(data?.addObservation).toEqual({
    __typename: 'InvalidInputError',
    code: 'BAD_USER_INPUT',
    faults: [{ path: ['input', 'text'], code: 'WRONG_FORMAT', message }],
  });
  expect((await product.query(Notes, {}, product.demo)).data?.field?.observations).toEqual([]);
});

it('the graph and REST accept the same idempotency keys, as the contract describes them', async () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
  const { pattern, maxLength } = paths['/api/v1/observations'].post.parameters[0].schema;
  const [good, bad] = [
    ['"abc"', 'a"b', 'a"', '"a\\"b\\\\"', 'x'.repeat(255), `"${'x'.repeat(255)}"`, `"${'\\"'.repeat(255)}"`],
    ['"abc', '"', '""', '"a"b"', '"a\\b"', '"a b"', 'x'.repeat(256), `"${'x'.repeat(256)}"`],
  ];
  await using product = await startProduct();
  const outcomes = [...good, ...bad].map(async (key) => {
    const { data } = await product.query(Write, { key, text: 'quoted' }, product.demo);
    const { status } = await fetch(`${product.serviceUrl}/api/v1/observations`, {
      method: 'POST',
      headers: { ...product.demo, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ field_id: 'fld_demo_60', text: 'quoted' }),
    });
    const isDescribed = new RegExp(pattern, 'u').test(key) && key.length <= maxLength;
    return [key, data?.addObservation?.__typename, status, isDescribed];
  });
  expect(await Promise.all(outcomes)).toEqual([
    ...good.map((key) => [key, 'AddObservationSuccess', 201, true]),
    ...bad.map((key) => [key, 'InvalidInputError', 400, false]),
  ]);
});
