import { expect, it } from 'vitest';
import { sentenceOf } from '../../../src/page/graph/sentences.ts';

const of = { fieldId: 'fld_a', hasKey: true };

it.each([
  [{ requestId: 'r1' }, 'report it to its operators (request r1).'],
  [{}, 'report it to its operators.'],
])('the sentence of an error of the service names the request if it has an id: %o', (known, end) => {
  const error = { message: 'The service failed.', extensions: { code: 'UPSTREAM_ERROR', ...known } };
  expect(sentenceOf(error, of)).toContain(end);
});
