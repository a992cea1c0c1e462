/** A small schema that carries the costs, the default limits, and how a refusal is read. */
import SchemaBuilder from '@pothos/core';
import { type DocumentNode, parse } from 'graphql';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { PreparedDocument } from '../../../../src/graph/operation/documents.ts';
import { createCostCheck } from '../../../../src/graph/operation/limits/cost.ts';
import type { OperationLimits } from '../../../../src/graph/operation/limits/limit.ts';
import { assertShape } from '../../../../src/graph/operation/limits/structure.ts';
import { parseWithin } from '../../../../src/graph/operation/limits/parse-within.ts';
import { defaultLimits } from '../../../support/default-limits.ts';

export const limits = defaultLimits;

interface FieldShape {
  id: string;
}

const builder = new SchemaBuilder<{
  Interfaces: { Node: FieldShape };
  Objects: { Field: FieldShape; Farm: FieldShape };
}>({});
const resolveOne = ({ id }: { id: string }) => ({ id });

builder.interfaceType('Node', {
  fields: (t) => ({
    id: t.exposeID('id'),
    // What these cost, only the types that stand for it say.
    report: t.string({ resolve: () => '' }),
    history: t.string({ args: { since: t.arg.string(), last: t.arg.string() }, resolve: () => '' }),
    members: t.field({ type: ['Field'], args: { ids: t.arg.idList({ required: true }) }, resolve: () => [] }),
  }),
});
builder.objectType('Farm', {
  interfaces: ['Node'],
  isTypeOf: () => true,
  fields: (t) => ({
    report: t.string({ extensions: { upstreamCalls: 5 }, resolve: () => '' }),
    history: t.string({
      args: { since: t.arg.string(), last: t.arg.string() },
      extensions: {
        upstreamCalls: 1,
        moreCallsWith: { since: 3 },
        records: () => ({ key: 'history', records: 7 }),
      },
      resolve: () => '',
    }),
    members: t.field({
      type: ['Field'],
      args: { ids: t.arg.idList({ required: true }) },
      extensions: { idsArgument: 'ids' },
      resolve: () => [],
    }),
  }),
});
builder.objectType('Field', {
  interfaces: ['Node'],
  isTypeOf: () => true,
  fields: (t) => ({
    weather: t.stringList({ extensions: { upstreamCalls: 1 }, resolve: () => [] }),
    earthObservations: t.stringList({ extensions: { upstreamCalls: 1 }, resolve: () => [] }),
    observations: t.stringList({ extensions: { upstreamCalls: 1 }, resolve: () => [] }),
    summary: t.string({ extensions: { upstreamCalls: 3 }, resolve: () => '' }),
    report: t.string({ extensions: { upstreamCalls: 2 }, resolve: () => '' }),
    history: t.string({
      args: { since: t.arg.string(), last: t.arg.string() },
      extensions: { upstreamCalls: 1, moreCallsWith: { last: 1 } },
      resolve: () => '',
    }),
    neighbour: t.field({ type: 'Field', resolve: resolveOne }),
    neighbours: t.field({
      type: ['Field'],
      args: { ids: t.arg.idList({ required: true }) },
      extensions: { idsArgument: 'ids' },
      resolve: () => [],
    }),
  }),
});
const Place = builder.unionType('Place', { types: ['Field', 'Farm'] });
builder.queryType({
  fields: (t) => ({
    place: t.field({ type: Place, resolve: () => null, nullable: true }),
    node: t.field({ type: 'Node', args: { id: t.arg.id({ required: true }) }, resolve: () => null, nullable: true }),
    field: t.field({
      type: 'Field',
      args: { id: t.arg.id({ required: true }) },
      resolve: () => null,
      nullable: true,
    }),
    fields: t.field({
      type: ['Field'],
      args: { ids: t.arg.idList({ required: true }) },
      extensions: { idsArgument: 'ids' },
      resolve: () => [],
    }),
  }),
});
builder.mutationType({
  fields: (t) => ({ addObservation: t.string({ extensions: { upstreamCalls: 1 }, resolve: () => '' }) }),
});

/** The schema with costs. */
export const schema = builder.toSchema();

/** Ids of the right form, as many as asked. */
export function idList(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `fld_${index}`);
}

/** The limit that a check names when it refuses, or undefined when it does not; any other error is thrown on. */
export function refusal(check: () => void): { name: string; max: number; actual: number } | undefined {
  try {
    check();
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'OPERATION_TOO_COMPLEX') throw error;
    return error.extensions.limit as { name: string; max: number; actual: number };
  }
  return undefined;
}

/** What text and shape checks say of a document that parses. */
export function refusalOfDocument(source: string, changed: Partial<OperationLimits> = {}) {
  const all = { ...limits, ...changed };
  return refusal(() => assertShape(parseWithin(source, all), all));
}

/** The cost check for one document after another. Without an operation of that name it does nothing. */
export function costCheck(costed = schema, all = limits) {
  const assertCost = createCostCheck(costed, all, () => new Date());
  const prepared = new WeakMap<DocumentNode, PreparedDocument>();
  return (document: DocumentNode, operationName: string | undefined, variables: Record<string, unknown>) => {
    const known = prepared.get(document) ?? new PreparedDocument(document, []);
    prepared.set(document, known);
    const operation = known.find(operationName);
    if (operation) assertCost(document, operation, variables);
  };
}

/** What the cost check says of a document with these variables. */
export function refusalOfCost(source: string, variables: Record<string, unknown> = {}, operationName?: string) {
  return refusal(() => costCheck()(parse(source), operationName, variables));
}

/** How many calls are counted for a document, read from its refusal by a maximum of less than none. */
export function callsOf(source: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const none = { ...limits, upstreamCallsMax: -1 };
  return refusal(() => costCheck(schema, none)(parse(source), operationName, variables))?.actual;
}
