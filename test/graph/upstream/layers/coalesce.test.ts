/** Which reads share a call, and that nobody's leaving, writing or credential changes what another is given. */
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { coalesceReads } from '../../../../src/graph/upstream/layers/coalesce.ts';
import { settled } from '../../../support/manual-clock.ts';
import { answer, held, lost } from '../../../support/scripted-fetch.ts';
import { callScope, read, rejection, write } from '../../../support/upstream-call.ts';

const base = 'http://service';

function sharing() {
  const wire = held();
  const shared: string[] = [];
  return {
    wire,
    shared,
    fetch: coalesceReads({ changing: ['observations'], onShared: ({ endpoint }) => shared.push(endpoint) })(wire),
  };
}

const keyed = (credential: string) => ({
  scope: callScope({ credential }),
  headers: { authorization: `Bearer ${credential}` },
});

describe('equal reads in flight', () => {
  it('are one call, and every caller gets the same answer, parsed once', async () => {
    const { wire, shared, fetch } = sharing();
    const answers = Array.from({ length: 20 }, () => fetch(read(base, keyed('k1'))));
    expect(wire.open).toHaveLength(1);
    expect(shared).toHaveLength(19);
    wire.open[0]!.answer(answer(200));
    const values = await Promise.all(answers.map(async (pending) => (await pending).json()));
    expect(new Set(values).size).toBe(1);
  });

  it('fail together, with the same error', async () => {
    const { wire, fetch } = sharing();
    const [first, second] = [rejection(fetch(read(base))), rejection(fetch(read(base)))];
    wire.open[0]!.answer(lost());
    expect(await first).toBe(await second);
  });

  it.each([
    ['echoes it', 'req_1', ['req_1', 'req_2']],
    ['has one of its own', 'req_service', ['req_service', 'req_service']],
  ])('are refused each under its own request id, where the service %s', async (_title, stated, told) => {
    const { wire, fetch } = sharing();
    const answers = ['req_1', 'req_2'].map((id) =>
      fetch(read(base, { scope: callScope({ headers: { 'x-request-id': id } }) })),
    );
    wire.open[0]!.answer(answer(404, { 'x-request-id': stated }, '{"code":"field_not_found"}'));
    const responses = await Promise.all(answers);
    expect(responses.map(({ headers }) => headers.get('x-request-id'))).toEqual(told);
    expect(await Promise.all(responses.map((response) => response.json()))).toEqual([
      { code: 'field_not_found' },
      { code: 'field_not_found' },
    ]);
  });

  it('are remembered by nobody once they are answered', async () => {
    const { wire, fetch } = sharing();
    const first = fetch(read(base));
    wire.open[0]!.answer(answer(200));
    await first;
    void fetch(read(base));
    expect(wire.open).toHaveLength(2);
  });

  it.each([
    ['another URL', { path: '/api/v1/weather?field_id=fld_2' }, {}],
    ['another credential', keyed('k1'), keyed('k2')],
    ['no credential and one', {}, keyed('k2')],
  ])('%s makes two calls', (_name, first, second) => {
    const { wire, fetch } = sharing();
    void fetch(read(base, first));
    void fetch(read(base, second));
    expect(wire.open).toHaveLength(2);
  });

  it('a key that the scope does not tell of is never shared', () => {
    const { wire, fetch } = sharing();
    const headers = { authorization: 'Bearer k1' };
    void fetch(read(base, { headers }));
    void fetch(read(base, { headers }));
    expect(wire.open).toHaveLength(2);
  });

  it('are shared whether or not anybody is told', () => {
    const wire = held();
    const fetch = coalesceReads({})(wire);
    void fetch(read(base));
    void fetch(read(base));
    expect(wire.open).toHaveLength(1);
  });

  it('writes are never merged', () => {
    const { wire, fetch } = sharing();
    void fetch(write(base));
    void fetch(write(base));
    expect(wire.open).toHaveLength(2);
  });
});

describe('a caller that leaves', () => {
  it('disturbs nobody, the first one neither', async () => {
    const { wire, fetch } = sharing();
    const caller = new AbortController();
    const first = rejection(fetch(read(base, { scope: callScope({ signal: caller.signal }) })));
    const second = fetch(read(base));
    caller.abort();
    await first;
    wire.open[0]!.answer(answer(200));
    expect((await second).status).toBe(200);
  });

  it('gives the call up when it was the last, and nobody joins it any more', async () => {
    const { wire, fetch } = sharing();
    const callers = [new AbortController(), new AbortController()];
    const answers = callers.map(({ signal }) => rejection(fetch(read(base, { scope: callScope({ signal }) }))));
    for (const caller of callers) caller.abort();
    // At once, before the wire has noticed.
    void fetch(read(base));
    expect(wire.open).toHaveLength(2);
    await Promise.all(answers);
    expect(wire.open[0]!.request.lifetime.ended).toBeDefined();
  });

  it('before it asked makes no call', async () => {
    const { wire, fetch } = sharing();
    const error = await rejection(fetch(read(base, { scope: callScope({ deadlineMs: -1 }) })));
    expect(error.code).toBe('UPSTREAM_TIMEOUT');
    expect(wire.open).toHaveLength(0);
  });

  it.each([answer(200), lost()])('after its answer is listened to no more', async (outcome) => {
    const { wire, fetch } = sharing();
    const signals = [new AbortController().signal, new AbortController().signal];
    const answers = signals.map((signal) => fetch(read(base, { scope: callScope({ signal }) })));
    const listeners = () => signals.map((signal) => getEventListeners(signal, 'abort').length);
    expect(listeners()).toEqual([1, 1]);
    wire.open[0]!.answer(outcome);
    await Promise.allSettled(answers);
    expect(listeners()).toEqual([0, 0]);
  });

  it('with less time takes none from those who have more', () => {
    const { wire, fetch } = sharing();
    void fetch(read(base));
    fetch(read(base, { scope: callScope({ deadlineMs: 20 }) })).catch(() => {});
    expect(wire.open[0]!.request.lifetime.deadlineAt).toBeGreaterThan(performance.now() + 5_000);
  });

  it('at its deadline is told so, while one with more time waits on', async () => {
    const { wire, fetch } = sharing();
    const hasty = fetch(read(base, { scope: callScope({ deadlineMs: 20 }) }));
    const patient = fetch(read(base));
    expect((await rejection(hasty)).code).toBe('UPSTREAM_TIMEOUT');
    const { request } = wire.open[0]!;
    expect(request.lifetime.ended).toBeUndefined();
    expect(request.lifetime.deadlineAt).toBeGreaterThan(performance.now() + 5_000);
    wire.open[0]!.answer(answer(200));
    expect((await patient).status).toBe(200);
  });
});

describe('a read that starts after a write was answered', () => {
  it.each([
    ['well', answer(201)],
    ['with a lost connection', lost()],
  ])('(%s) never joins one that started before', async (_name, outcome) => {
    const { wire, fetch } = sharing();
    const before = fetch(read(base, { endpoint: 'observations' }));
    const written = fetch(write(base)).catch(() => {});
    const during = fetch(read(base, { endpoint: 'observations' }));
    wire.open[1]!.answer(outcome);
    await written;
    const after = fetch(read(base, { endpoint: 'observations' }));
    expect(wire.open).toHaveLength(3);
    wire.open[2]!.answer(answer(200, {}, '"new"'));
    wire.open[0]!.answer(answer(200, {}, '"old"'));
    expect(await (await after).text()).toBe('"new"');
    expect(await (await before).text()).toBe('"old"');
    expect(await (await during).text()).toBe('"old"');
  });

  it('joins one that no write can change', async () => {
    const { wire, fetch } = sharing();
    void fetch(read(base));
    const written = fetch(write(base));
    wire.open[1]!.answer(answer(201));
    await written;
    void fetch(read(base));
    expect(wire.open).toHaveLength(2);
  });

  it('is joined by later ones, also when the older call ends first', async () => {
    const { wire, fetch } = sharing();
    void fetch(read(base, { endpoint: 'observations' }));
    const written = fetch(write(base));
    wire.open[1]!.answer(answer(201));
    await written;
    void fetch(read(base, { endpoint: 'observations' }));
    wire.open[0]!.answer(answer(200));
    await settled();
    void fetch(read(base, { endpoint: 'observations' }));
    expect(wire.open).toHaveLength(3);
  });
});
