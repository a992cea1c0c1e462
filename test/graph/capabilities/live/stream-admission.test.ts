/** How callers share the lists that a process may watch. */
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createStreamAdmission } from '../../../../src/graph/capabilities/live/stream-admission.ts';
import { PreparedDocument } from '../../../../src/graph/operation/documents.ts';

const prepared = new PreparedDocument(parse('{ a }'), []);

const admissionOf = (options: Partial<Parameters<typeof createStreamAdmission>[0]>) =>
  createStreamAdmission({
    streamsMax: 1_000,
    streamsPerCallerMax: 250,
    listsMax: 1_000,
    documentsBytesMax: 1_000_000,
    watches: () => 0,
    isStopping: () => false,
    watchHints: () => undefined,
    ...options,
  });

it('an address without a key may watch at most half of the free lists', () => {
  let watched = 0;
  const { acquire } = admissionOf({ watches: () => watched });
  let streams = 0;
  // A caller may have a whole network.
  const streamOf = (network: string) => {
    streams += 1;
    const operation = { address: `${network}::${streams}` };
    return acquire({ args: {}, prepared, arrived: { caller: { credential: '' }, operation } } as never);
  };
  const taken = ['2001:db8:1', '2001:db8:2', '2001:db8:3'].map((network) => {
    const before = watched;
    for (;;) {
      try {
        streamOf(network).takeLists(10, 10);
      } catch {
        return watched - before;
      }
      watched += 10;
    }
  });
  expect(taken).toEqual([500, 250, 120]);
  // Lists that are watched already take nothing from others.
  expect(() => streamOf('2001:db8:3').takeLists(300, 0)).not.toThrow();
});

it('no stream is opened while the memory is more than 85 % full', () => {
  let ratio = 0.86;
  const { acquire } = admissionOf({ memory: () => ratio });
  const open = () =>
    acquire({ args: {}, prepared, arrived: { caller: { credential: '' }, operation: { address: '::1' } } } as never);
  expect(open).toThrow('This process has no memory left for a stream: open it again after a moment.');
  ratio = 0.84;
  expect(open).not.toThrow();
});

it('distinct documents and variables of one caller may take half of the free memory, equal documents are counted once', () => {
  const admission = admissionOf({ documentsBytesMax: 100_000 });
  const open = (address: string, document: PreparedDocument, variables = {}) =>
    admission.acquire({
      args: { variableValues: variables },
      prepared: document,
      arrived: { caller: { credential: '' }, operation: { address } },
    } as never);
  const documentOf = (bytes: number) => new PreparedDocument(parse('{ a }'), [], bytes);
  const shared = documentOf(40_000);
  const first = open('192.0.2.1', shared);
  const second = open('192.0.2.1', shared);
  // `{}` takes 32 bytes.
  expect(admission.load().documentsBytes).toBe(40_064);
  expect(() => open('192.0.2.1', documentOf(20_000))).toThrow('at most half of the free memory (DOCUMENTS_BYTES_MAX)');
  expect(() => open('192.0.2.1', shared, { ids: 'x'.repeat(2_000) })).toThrow('DOCUMENTS_BYTES_MAX');
  const other = open('192.0.2.2', documentOf(20_000));
  expect(() => open('192.0.2.2', documentOf(50_000))).toThrow('leave too little memory');
  expect(admission.load()).toEqual({ refused: 3, documentsBytes: 60_096 });
  first.release();
  expect(admission.load().documentsBytes).toBe(60_064);
  second.release();
  other.release();
  expect(admission.load().documentsBytes).toBe(0);
  open('192.0.2.1', documentOf(10_000));
  for (let time = 0; time < 3; time += 1) open('192.0.2.1', documentOf(30_000)).release();
  // A document counts as long as a stream of the caller has it.
  const twice = documentOf(30_000);
  const opened = open('192.0.2.1', twice);
  open('192.0.2.1', twice);
  opened.release();
  expect(() => open('192.0.2.1', documentOf(15_000))).toThrow('half of the free memory');
  // This caller has no stream: the others leave too little.
  expect(() => open('192.0.2.2', documentOf(35_000))).toThrow('leave too little memory');
  expect(() => open('192.0.2.2', documentOf(20_000))).not.toThrow();
});
