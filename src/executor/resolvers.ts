/** Where the value of a field comes from: its parent's property where the schema says so, else its resolver. */
import { type FieldNode, type GraphQLField, type GraphQLFieldResolver, Kind } from 'graphql';
import type { Quantity } from '../graph/schema/units.ts';

export type Resolve = GraphQLFieldResolver<unknown, unknown>;

export type Source =
  | { kind: 'property'; name: string }
  /** `mayWait`: it may answer with a promise; one that does without saying so sends the operation to the reference executor. */
  | { kind: 'resolver'; resolve: Resolve; mayWait: boolean; reads: Reads | undefined };

/** What a resolver reads of its source: one property alone, and where that says all, what it makes of it. */
export interface Reads {
  property: string;
  /** The property itself, an empty list where there is none. */
  orEmpty?: true;
  /** The property is a measure of this quantity, and the resolver converts it to the unit that the argument `unit` names. */
  quantity?: Quantity;
  /** The item at this place of the list that the property is. */
  item?: number;
}

interface Marks {
  /** Pothos: the field is `t.expose` of this property. */
  pothosExposedField?: string;
  /** Pothos: a plugin stands before the resolver, so it is more than the read of a property. */
  pothosResolveWrapped?: boolean;
  /** Ours (types/measures.ts): without a `unit` the resolver is the read of this property. */
  measure?: { property: string; quantity: Quantity };
  /** Ours: the resolver reads this and nothing else of its source. */
  reads?: Reads;
  /** Ours: how many calls to the service the resolver makes. */
  upstreamCalls?: number;
}

const AsyncFunction = (async () => {}).constructor;

/** The source of a field where it is selected by `node`. */
export function sourceOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Source {
  const { resolve } = field;
  const marks: Marks = field.extensions;
  if (resolve === undefined) return { kind: 'property', name: field.name };
  if (marks.pothosResolveWrapped !== true) {
    if (marks.pothosExposedField !== undefined) return { kind: 'property', name: marks.pothosExposedField };
    if (marks.measure && !asksForUnit(node)) return { kind: 'property', name: marks.measure.property };
  }
  return {
    kind: 'resolver',
    resolve,
    mayWait: marks.upstreamCalls !== undefined || resolve instanceof AsyncFunction,
    reads: marks.pothosResolveWrapped === true ? undefined : (marks.reads ?? marks.measure),
  };
}

function asksForUnit({ arguments: given = [] }: FieldNode): boolean {
  return given.some(({ name, value }) => name.value === 'unit' && value.kind !== Kind.NULL);
}
