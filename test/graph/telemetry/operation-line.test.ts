/** The log line of an operation has the form that pino would write. */
import { type ExecutionResult, GraphQLError, GraphQLInt, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/platform/log/log.ts';
import { malformed } from '../../../src/graph/errors/gateway-error.ts';
import { type Client, OperationRecord, type Outcome } from '../../../src/graph/telemetry/record.ts';
import { CallAbandoned } from '../../../src/graph/upstream/lifetime.ts';
import { renderLine } from '../../../src/graph/telemetry/log-line.ts';
import { postOf, requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { recordedLog } from '../../support/recorded-log.ts';
import type { RecordedCall } from '../../support/recorded-service.ts';

const failure = (code: string, limit?: { name: string }) => new GraphQLError('x', { extensions: { code, limit } });

/** The same members, in the same order, through pino. */
function pinoLine(members: object): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(members, 'operation');
  return JSON.parse(lines.join(''));
}

function operationOf(result: ExecutionResult, name?: string, client?: Client): OperationRecord {
  const operation = new OperationRecord('req_1', client, '192.0.2.1');
  operation.announce(name);
  operation.result = result;
  return operation;
}

function ofDocument(operation: OperationRecord): OperationRecord {
  operation.identify({ hash: `sha256:${'0'.repeat(64)}` }, undefined);
  return operation;
}

function joining(operation: OperationRecord): OperationRecord {
  operation.join(new OperationRecord('req_0'));
  return operation;
}

describe.each([
  ['answered', operationOf({ data: {} }, 'Dashboard'), 'ok', {}],
  ['without a name', operationOf({ data: {} }), 'ok', {}],
  [
    'of a trusted document and a named client',
    ofDocument(operationOf({ data: {} }, 'A', { name: '@org/field-app', version: '1.2' })),
    'ok',
    { document: `sha256:${'0'.repeat(64)}`, client: '@org/field-app', clientVersion: '1.2' },
  ],
  [
    'of one field',
    Object.assign(operationOf({ data: {} }, 'A'), { counts: { calls: 0, retries: 0, fieldId: 'fld_a' } }),
    'ok',
    {},
  ],
  [
    'of several fields',
    Object.assign(operationOf({ data: {} }, 'A'), { counts: { calls: 0, retries: 0, fieldId: '' } }),
    'ok',
    {},
  ],
  [
    'with errors of several codes',
    operationOf({ data: { a: 1 }, errors: [failure('NOT_FOUND'), failure('NOT_FOUND'), failure('FORBIDDEN')] }, 'A'),
    'partial',
    { codes: ['NOT_FOUND', 'FORBIDDEN'] },
  ],
  [
    'with a response that violates the contract',
    operationOf({ data: null, errors: [failure('NOT_FOUND'), malformed('the "source" is no object')] }, 'A'),
    'failed',
    {
      codes: ['NOT_FOUND', 'UPSTREAM_ERROR'],
      reason: 'The response of the Field Data Service breaks its contract: the "source" is no object.',
    },
  ],
  [
    'with a value that violates the contract',
    operationOf(
      {
        data: null,
        errors: [
          new GraphQLError('No Float.', { path: ['field', 'weather', 2], extensions: { code: 'UPSTREAM_ERROR' } }),
        ],
      },
      'A',
    ),
    'failed',
    { codes: ['UPSTREAM_ERROR'], reason: 'No Float. Path: field.weather.2' },
  ],
  ['coalesced with another', joining(operationOf({ data: {} }, 'A')), 'ok', { coalescedWith: 'req_0' }],
  [
    'refused by a limit',
    operationOf({ errors: [failure('OPERATION_TOO_COMPLEX', { name: 'IDS_MAX' })] }, 'A'),
    'refused',
    { codes: ['OPERATION_TOO_COMPLEX'], refused: 'IDS_MAX' },
  ],
] as const)('an operation %s', (_, operation, outcome, logged) => {
  test('has one line of JSON with the members and the order that pino would write', () => {
    const { name, milliseconds } = operation;
    const line = renderLine(operation, outcome);
    expect(line).toMatch(/^\{[^\n]+\}\n$/);
    const members = JSON.parse(line);
    const expected = pinoLine({
      requestId: 'req_1',
      address: '192.0.2.1',
      operation: name,
      ...(operation.document && { document: operation.document.hash }),
      ...(operation.counts.fieldId && { field: operation.counts.fieldId }),
      ...(operation.client && { client: operation.client.name, clientVersion: operation.client.version }),
      outcome,
      calls: 0,
      retries: 0,
      ms: Math.round(milliseconds),
      ...logged,
    });
    expect(members).toEqual({ ...expected, time: members.time });
    expect(Object.keys(members)).toEqual(Object.keys(expected));
    expect(members.time).toBe(new Date(members.time).toISOString());
    expect(expected.time).toBe(new Date(String(expected.time)).toISOString());
  });
});

test('a line states the moment at which it is written, even if the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const moments = ['11:59:59.999', '12:00:00.000', '12:00:00.070', '11:59:59.007'].map(
      (time) => `2026-07-01T${time}Z`,
    );
    for (const moment of moments) {
      vi.setSystemTime(moment);
      expect(JSON.parse(renderLine(operationOf({ data: {} }), 'ok')).time).toBe(moment);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('the outcome of an operation is found to be partial without reading the bytes of its lists', async () => {
  const ended: Outcome[] = [];
  const reply = ({ path }: RecordedCall) => (path.endsWith('/weather') ? undefined : { status: 404, body: {} });
  const onOperationEnd = (_: OperationRecord, outcome: Outcome) => void ended.push(outcome);
  const { answer } = gatewayOver(reply, { additions: [{ onOperationEnd }] });
  const entries = vi.spyOn(Object, 'entries');
  try {
    const { data } = await requestJson(answer, '{ field(id: "fld_a") { id weather { date } observations { id } } }');
    expect(data.field).toMatchObject({ weather: [{ date: '2026-05-01' }], observations: null });
    expect(ended).toEqual(['partial']);
    expect(entries.mock.calls.filter(([value]) => ArrayBuffer.isView(value))).toEqual([]);
  } finally {
    entries.mockRestore();
  }
});

test.each([
  ['disconnects', false, 'abandoned'],
  ['is cut at the end of a stop', true, 'failed'],
])('the outcome of an operation whose caller %s', async (_, isCut, outcome) => {
  const ended = Promise.withResolvers<Outcome>();
  const onOperationEnd = (_: OperationRecord, outcome: Outcome) => ended.resolve(outcome);
  const caller = new AbortController();
  const { answer } = gatewayOver(undefined, {
    isCut: () => isCut,
    additions: [{ onOperationEnd }],
    async fetch({ scope }) {
      caller.abort();
      await new Promise<void>((resolve) => scope.signal.addEventListener('abort', () => resolve()));
      throw new CallAbandoned();
    },
  });
  const request = new Request(postOf('{ field(id: "fld_a") { weather { date } } }'), { signal: caller.signal });
  await expect(answer(request)).rejects.toThrow();
  expect(await ended.promise).toBe(outcome);
});

const broken = () => {
  throw new Error('internal');
};
const resolver = { type: GraphQLInt, resolve: broken };
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { read: resolver } }),
  mutation: new GraphQLObjectType({ name: 'Mutation', fields: { write: resolver } }),
});

test.each([
  ['a query', postOf('{ read }'), {}],
  ['a query that cannot begin', postOf('{ read }'), { now: broken }],
  ['a GET', new Request('http://graph.test/graphql?query={read}'), {}],
  ['a write', postOf('mutation { write }'), {}],
  ['a write that cannot begin', postOf('mutation { write }'), { now: broken }],
])('the log line of an internal error of %s has the request id of its operation', async (_, request, options) => {
  const { log, lines } = recordedLog('info');
  request.headers.set('x-request-id', 'req_same');
  await (await gatewayOver(undefined, { log, schema, ...options }).answer(request)).text();
  const [line] = lines.map((line) => JSON.parse(line));
  expect(line).toMatchObject({ msg: 'internal error', requestId: 'req_same', err: { message: 'internal' } });
});
