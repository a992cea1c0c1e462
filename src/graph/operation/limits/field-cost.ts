/** Reads the costs of fields, which the schema states in their `extensions`, and the types of these fields. */
import {
  astFromValue,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  valueFromASTUntyped,
  valueToLiteral,
} from 'graphql';

/** The list that a field reads, estimated from its arguments. */
export interface ListSize {
  /** Equal for lists of one field that are one read. */
  key: string;
  /** Records that it may have. */
  records: number;
  /** The argument that states their number. */
  argument?: string;
  /** Days of its window, if the window makes it long. */
  days?: number;
  /** Days among these that are read in addition to the requested ones. */
  moreDays?: number;
  /** Records that are read for this number of days. If absent, they are in proportion to the days. */
  recordsOfDays?: (days: number) => number;
}

/** The arguments of a selection by their names, as plain data, and the clock. */
export interface SelectionArguments {
  get(name: string): unknown;
  /** Defaults by the schema. Leave them out of keys: fields that share a read differ in them. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Clock that windows are counted from, in milliseconds. */
  now(): number;
}

/** The `extensions` of a field. A field without them costs nothing itself. */
export interface FieldCost {
  /** Calls to the service that resolving this field once may need. */
  upstreamCalls?: number;
  /**
   * Its weight under RESOLVED_MAX, if not that of a list: `once` for a list that all days share, `input` for a field that checks a long
   * input for each record, which may be wrong each time.
   */
  resolves?: 'once' | 'input';
  /** Whether any list of the same object states it. Without one, resolving it needs a call. */
  statedByLists?: boolean;
  /** Whether it returns the field of the record's list. That list states what `statedByLists` needs. */
  isFieldOfRecord?: boolean;
  /** Arguments with which it needs the timezone of the object. All such fields of an object share one call. */
  timezoneWith?: readonly string[];
  /** Additional calls by argument; with several arguments, the maximum. */
  moreCallsWith?: Readonly<Record<string, number>>;
  /** An argument whose number is added to the calls, up to the maximum that the resolver accepts. */
  callsMoreBy?: { readonly argument: string; readonly max: number };
  /** The list that the field reads or iterates over: its selections apply to each of the list's records. */
  records?: (selected: SelectionArguments) => ListSize;
  /** Whether these records are made, not read: days. Each of their lists is read once for all, and states its `recordsOfDays`. */
  recordsAreDays?: boolean;
  /** Records that all objects of the enclosing list share; one of them may have all. */
  recordsTogether?: number;
  /** Records that selecting the field adds to those of its enclosing list, without a read. */
  recordsVisited?: number;
  /** The list argument whose items each resolve the field's selections: `ids`. */
  idsArgument?: string;
}

/** A field's cost, and the type of its selections. */
export interface CostedField extends FieldCost {
  /** Its schema coordinate, or that of its `idsArgument`. */
  coordinate: string;
  type: GraphQLNamedType;
  /** Defaults of its arguments, as plain data. */
  defaults: Readonly<Record<string, unknown>>;
}

/**
 * Makes the look-up of a field in a type, cached per type and name. In an abstract type, a field costs as much as in the most expensive
 * of its possible types. Undefined for a field that the type does not have.
 */
export function createFieldCosts(schema: GraphQLSchema) {
  const byType = new Map<GraphQLNamedType, Map<string, CostedField>>();

  return (type: GraphQLNamedType, name: string): CostedField | undefined => {
    const known = byType.get(type)?.get(name);
    if (known) return known;
    const costed = readFieldCost(schema, type, name);
    // Only names that the schema has are cached: a caller can invent any number of others.
    if (costed) byType.set(type, (byType.get(type) ?? new Map()).set(name, costed));
    return costed;
  };
}

function readFieldCost(schema: GraphQLSchema, type: GraphQLNamedType, name: string): CostedField | undefined {
  const types = isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
  let costed: CostedField | undefined;
  for (const each of types) {
    const field = 'getFields' in each && !isInputObjectType(each) ? each.getFields()[name] : undefined;
    if (field === undefined) continue;
    const cost: FieldCost = field.extensions;
    const defaults: Record<string, unknown> = {};
    for (const { name: argument, default: stated, defaultValue, type: input } of field.args) {
      // A literal has the names of enum values, as documents have.
      const literal = stated
        ? (stated.literal ?? valueToLiteral(stated.value, input))
        : astFromValue(defaultValue, input);
      if (literal) defaults[argument] = valueFromASTUntyped(literal);
    }
    costed = {
      coordinate: `${type.name}.${name}${cost.idsArgument === undefined ? '' : `(${cost.idsArgument}:)`}`,
      type: getNamedType(field.type),
      defaults,
      ...cost,
      ...costed,
      upstreamCalls: Math.max(costed?.upstreamCalls ?? 0, cost.upstreamCalls ?? 0),
      moreCallsWith: { ...costed?.moreCallsWith, ...cost.moreCallsWith },
    };
  }
  return costed;
}
