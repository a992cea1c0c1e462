/** What the schema says of the cost of its fields, in their `extensions`, and of the types they lead to. */
import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isAbstractType } from 'graphql';

/** The list that a field reads, estimated from its arguments. */
export interface ListSize {
  /** Equal for lists of one field that are one read. */
  key: string;
  /** Records it may hold. */
  records: number;
  /** Days of its window, where that is what makes it long. */
  days?: number;
  /** How many of these are read in addition to those that were requested. */
  moreDays?: number;
}

/** The arguments of a selection by their names, as plain data, and the clock. */
export interface SelectionArguments {
  get(name: string): unknown;
  /** Wall clock, milliseconds. */
  now(): number;
}

/** What `resolves` states of fields that check a long input for each record, which may be wrong each time. Nothing states more. */
export type ResolvedOfInput = 40;

/** The `extensions` of a field. A field without them costs nothing itself. */
export interface FieldCost {
  /** Calls to the service that resolving this field once may need. */
  upstreamCalls?: number;
  /** What resolving it once counts under RESOLVED_MAX: 20 where it is left out. */
  resolves?: 1 | ResolvedOfInput;
  /** Whether any list of the same object states it. Without one, resolving it needs a call. */
  statedByLists?: boolean;
  /** Whether it leads to the field whose list the record is of, which states what `statedByLists` needs. */
  isFieldOfRecord?: boolean;
  /** Arguments that may need so many calls more; of several, the most. */
  moreCallsWith?: Readonly<Record<string, number>>;
  /** An argument that needs as many calls more as its whole number. */
  callsMoreBy?: string;
  /** The list that the field reads, or walks through: what is selected of it is selected of each of its records. */
  records?: (selected: SelectionArguments) => ListSize;
  /** Records that all objects of the enclosing list have together, of which one of them may have all. */
  recordsTogether?: number;
  /** Records that selecting the field adds to those of its enclosing list, without a read. */
  recordsVisited?: number;
  /** The list argument of whose items each resolves what the field encloses: `ids`. */
  idsArgument?: string;
}

/** A field's cost, and the type that its selections stand in. */
export interface CostedField extends FieldCost {
  /** Its schema coordinate, or that of its `idsArgument`. */
  coordinate: string;
  type: GraphQLNamedType;
}

/**
 * Makes the look-up of a field in a type, remembered per type and name. In an abstract type a field costs as much as in the
 * dearest type that may stand for it. Undefined for a field that the type does not have.
 */
export function createFieldCosts(schema: GraphQLSchema) {
  const byType = new Map<GraphQLNamedType, Map<string, CostedField>>();

  return (type: GraphQLNamedType, name: string): CostedField | undefined => {
    const known = byType.get(type)?.get(name);
    if (known) return known;
    const costed = readFieldCost(schema, type, name);
    // Only names that the schema has are remembered: a caller can invent any number of others.
    if (costed) byType.set(type, (byType.get(type) ?? new Map()).set(name, costed));
    return costed;
  };
}

function readFieldCost(schema: GraphQLSchema, type: GraphQLNamedType, name: string): CostedField | undefined {
  const types = isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
  let costed: CostedField | undefined;
  for (const each of types) {
    const field = 'getFields' in each ? each.getFields()[name] : undefined;
    if (field === undefined) continue;
    const cost: FieldCost = field.extensions;
    costed = {
      coordinate: `${type.name}.${name}${cost.idsArgument === undefined ? '' : `(${cost.idsArgument}:)`}`,
      type: getNamedType(field.type),
      ...cost,
      ...costed,
      upstreamCalls: Math.max(costed?.upstreamCalls ?? 0, cost.upstreamCalls ?? 0),
      moreCallsWith: { ...costed?.moreCallsWith, ...cost.moreCallsWith },
    };
  }
  return costed;
}
