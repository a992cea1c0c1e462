/** A small schema with costs, the default limits, and helpers that read refusals. */
import { buildSchema, type DocumentNode, type GraphQLObjectType, parse } from 'graphql';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { PreparedDocument } from '../../../../src/graph/operation/documents.ts';
import { createCostCheck } from '../../../../src/graph/operation/limits/cost.ts';
import type { OperationLimits } from '../../../../src/graph/operation/limits/limit.ts';
import { assertShape } from '../../../../src/graph/operation/limits/structure.ts';
import { parseWithin } from '../../../../src/graph/operation/limits/parse-within.ts';
import { defaultLimits } from '../../../support/default-limits.ts';

export const limits = defaultLimits;

/** The schema with costs. The interface Node declares none: only its types do. */
export const schema = buildSchema(`
  interface Node { id: ID, report: String, history(since: String, last: String): String, members(ids: [ID!]!): [Field!] }
  type Farm implements Node {
    id: ID, report: String, history(since: String, last: String): String, members(ids: [ID!]!): [Field!]
  }
  type Field implements Node {
    id: ID, report: String, history(since: String, last: String): String, members(ids: [ID!]!): [Field!]
    name: String, season(earlierYears: Int): String
    weather: [String!], earthObservations: [String!], observations: [String!], summary: String
    neighbour: Field, neighbours(ids: [ID!]!): [Field!]
  }
  union Place = Field | Farm
  type Query { place: Place, node(id: ID!): Node, field(id: ID!): Field, fields(ids: [ID!]!): [Field!] }
  type Observation { field: Field }
  type Mutation { addObservation: Observation }
`);
const oneCall = { upstreamCalls: 1 };
const costs: Record<string, object> = {
  'Farm.report': { upstreamCalls: 5 },
  'Farm.history': { ...oneCall, moreCallsWith: { since: 3 }, records: () => ({ key: 'history', records: 7 }) },
  'Farm.members': { idsArgument: 'ids' },
  'Field.name': { statedByLists: true },
  'Field.season': { ...oneCall, callsMoreBy: { argument: 'earlierYears', max: 3 } },
  'Field.weather': oneCall,
  'Field.earthObservations': oneCall,
  'Field.observations': oneCall,
  'Field.summary': { upstreamCalls: 3 },
  'Field.report': { upstreamCalls: 2 },
  'Field.history': { ...oneCall, moreCallsWith: { last: 1 } },
  'Field.neighbours': { idsArgument: 'ids' },
  'Query.fields': { idsArgument: 'ids' },
  'Mutation.addObservation': oneCall,
  'Observation.field': { isFieldOfRecord: true },
};
for (const [coordinate, extensions] of Object.entries(costs)) {
  const [type = '', field = ''] = coordinate.split('.');
  Object.assign((schema.getType(type) as GraphQLObjectType).getFields()[field] ?? {}, { extensions });
}

/** The requested number of ids, all of the right form. */
export function idList(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `fld_${index}`);
}

/** Returns the limit that a check refuses with, or undefined if it passes. Rethrows any other error. */
export function refusal(check: () => void): { name: string; max: number; actual: number } | undefined {
  try {
    check();
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'OPERATION_TOO_COMPLEX') throw error;
    return error.extensions.limit as { name: string; max: number; actual: number };
  }
  return undefined;
}

/** The limit by which the checks of text and shape refuse a document, or undefined. */
export function refusalOfDocument(source: string, changed: Partial<OperationLimits> = {}) {
  const all = { ...limits, ...changed };
  return refusal(() => assertShape(parseWithin(source, all), all, schema));
}

/** A cost check for several documents. It does nothing if the document has no operation of that name. */
export function costCheck(costed = schema, all = limits) {
  const assertCost = createCostCheck(costed, all, () => new Date());
  const prepared = new WeakMap<DocumentNode, PreparedDocument>();
  return (document: DocumentNode, operationName: string | undefined, variables?: Record<string, unknown>) => {
    const known = prepared.get(document) ?? new PreparedDocument(document, []);
    prepared.set(document, known);
    const operation = known.find(operationName);
    return operation && assertCost(document, operation, variables);
  };
}

/** The limit by which the cost check refuses a document with these variables, or undefined. */
export function refusalOfCost(source: string, variables: Record<string, unknown> = {}, operationName?: string) {
  return refusal(() => costCheck()(parse(source), operationName, variables));
}

/** The number of calls counted for a document, read from its refusal under a maximum of -1. */
export function callsOf(source: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const none = { ...limits, upstreamCallsMax: -1 };
  return refusal(() => costCheck(schema, none)(parse(source), operationName, variables))?.actual;
}
