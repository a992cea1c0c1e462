/** That a read which joins an equal one in flight is told what it would have been told alone, and has no request made. */
import { describe, expect, it } from 'vitest';
import { createFieldDataClient } from '../../../src/graph/reads/client.ts';
import type { Fetch } from '../../../src/graph/upstream/call.ts';
import { shareReads } from '../../../src/graph/upstream/layers/share.ts';
import { settled } from '../../support/manual-clock.ts';
import { answer, held, lost, type Outcome } from '../../support/scripted-fetch.ts';
import { callScope, rejection } from '../../support/upstream-call.ts';

// With what an address has to escape, so that both ways have to write it alike.
const query = { field_id: 'fld_1', from: '2026-05-01T00:00:00+02:00', to: '2026-05-02T00:00:00+02:00' };

/** The reads of a first caller, whose request reaches the wire, and of a second, who finds it there; and the requests made. */
async function askTwice(outcome: Outcome) {
  const wire = held();
  const { layer, join } = shareReads({});
  const shared = layer(wire);
  let requests = 0;
  const fetch: Fetch = (request) => {
    requests += 1;
    return shared(request);
  };
  const client = createFieldDataClient('http://service.test/prefix', fetch, () => new Date(0), join);
  const first = client.weather(query, callScope());
  await settled();
  const second = client.weather(query, callScope());
  await settled();
  wire.open[0]!.answer(outcome);
  return { first, second, requests };
}

it('a read of the same address is the same list, by one request', async () => {
  const { first, second, requests } = await askTwice(answer(200));
  expect((await second).records.items()).toEqual((await first).records.items());
  expect(requests).toBe(1);
});

const problem = JSON.stringify({ code: 'field_not_found', status: 404, title: 'x', type: 'x', request_id: 'x' });

describe('an answer that is no list is told alike', () => {
  it.each([
    ['refused', answer(404, { 'content-type': 'application/problem+json' }, problem)],
    ['too often', answer(429, { 'retry-after': '3' }, '{}')],
    ['without a body', answer(200, {}, '')],
    ['no content', answer(204, {}, '')],
    ['no JSON', answer(200, {}, '<html>')],
    ['of another type', answer(200, { 'content-type': 'text/html' })],
    ['null', answer(200, {}, 'null')],
    ['a list alone', answer(200, {}, '[]')],
    ['lost', lost()],
  ])('%s', async (_title, outcome) => {
    const { first, second } = await askTwice(outcome);
    const [told, toldJoined] = await Promise.all([rejection(first), rejection(second)]);
    const { message, code, extensions } = toldJoined;
    expect({ message, code, extensions }).toEqual({
      message: told.message,
      code: told.code,
      extensions: told.extensions,
    });
  });
});
