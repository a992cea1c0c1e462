/** A small schema that carries the costs, the default limits, and how a refusal is read. */
import { buildSchema, type DocumentNode, type GraphQLObjectType, parse } from 'graphql';
import { GatewayError } from '../../../../src/graph/errors/gateway-error.ts';
import { PreparedDocument } from '../../../../src/graph/operation/documents.ts';
import { createCostCheck } from '../../../../src/graph/operation/limits/cost.ts';
import type { OperationLimits } from '../../../../src/graph/operation/limits/limit.ts';
import { assertShape } from '../../../../src/graph/operation/limits/structure.ts';
import { parseWithin } from '../../../../src/graph/operation/limits/parse-within.ts';
import { defaultLimits } from '../../../support/default-limits.ts';

export const limits = defaultLimits;

/** The schema with costs. What fields of Node cost, only the types that stand for it say. */
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
  'Field.season': { ...oneCall, callsMoreBy: 'earlierYears' },
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
  return refusal(() => assertShape(parseWithin(source, all), all, schema));
}

/** The cost check for one document after another. Without an operation of that name it does nothing. */
export function costCheck(costed = schema, all = limits) {
  const assertCost = createCostCheck(costed, all, () => new Date());
  const prepared = new WeakMap<DocumentNode, PreparedDocument>();
  return (document: DocumentNode, operationName: string | undefined, variables: Record<string, unknown>) => {
    const known = prepared.get(document) ?? new PreparedDocument(document, []);
    prepared.set(document, known);
    const operation = known.find(operationName);
    return operation && assertCost(document, operation, variables);
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
