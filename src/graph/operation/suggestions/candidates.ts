/** The names of the schema that may be meant: fields, inputs and types by their words, and members of objects with the words of both. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

export type Field = GraphQLField<unknown, unknown>;
export type Input = GraphQLArgument | GraphQLInputField;

/** A name that a wrong one may stand for. */
export interface Candidate<Definition> {
  /** The field or input, then its member; empty for the type of a fragment. */
  path: readonly Definition[];
  /** The type of the fragment around it. */
  on?: GraphQLNamedType;
  words: readonly string[];
  /** For a member: how many of the words are its own rather than its object's. */
  own?: number;
}

/** `temperature_2m_max`, `temperatureMax` and `TemperatureMAX` alike; a plural is its singular. */
export function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Za-z][a-z]*\d*|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/(?<=.[^us])s$/, ''));
}

const knownFields = new WeakMap<GraphQLNamedType, Candidate<Field>[]>();

/** The candidates for a selection on a type. Made once for each type: there are many members. */
export function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly Candidate<Field>[] {
  return knownFields.getOrInsertComputed(type, () => {
    if (isAbstractType(type)) return fragmentsOf(schema, type);
    return isObjectType(type) ? candidatesOf(Object.values(type.getFields())) : [];
  });
}

/** Interfaces first: each covers several of the possible types. */
function fragmentsOf(schema: GraphQLSchema, type: Parameters<GraphQLSchema['getPossibleTypes']>[0]) {
  const possible = schema.getPossibleTypes(type);
  const shared = isInterfaceType(type) ? [] : sharedOf(schema, type);
  const covered = new Set(shared.flatMap((each) => Object.keys(each.getFields())));
  const fragments = [...shared, ...possible].flatMap((on): Candidate<Field>[] => [
    fragmentOn(on),
    ...(isInterfaceType(on) ? Object.values(on.getFields()).map(candidateOf) : fieldsOf(schema, on))
      .filter(({ path: [first] }) => isInterfaceType(on) || !covered.has(first?.name ?? ''))
      .map((candidate) => ({ ...candidate, on })),
  ]);
  return [...(isInterfaceType(type) ? Object.values(type.getFields()).map(candidateOf) : []), ...fragments];
}

/** The interfaces that members of a union have. */
export function sharedOf(schema: GraphQLSchema, type: Parameters<GraphQLSchema['getPossibleTypes']>[0]) {
  return [...new Set(schema.getPossibleTypes(type).flatMap((possible) => possible.getInterfaces()))];
}

const candidateOf = (field: Field): Candidate<Field> => ({ path: [field], words: wordsOf(field.name) });
/** A fragment on a type. */
export const fragmentOn = (on: GraphQLNamedType): Candidate<never> => ({ path: [], on, words: wordsOf(on.name) });

function memberOf<Definition extends { name: string }>(owner: Definition, member: Definition): Candidate<Definition> {
  const own = wordsOf(member.name);
  return { path: [owner, member], words: [...wordsOf(owner.name), ...own], own: own.length };
}

/** The candidates for fields, for arguments, or for members of an input object; and for the members of each. */
export function candidatesOf<Each extends Field | Input>(definitions: readonly Each[]): Candidate<Each>[] {
  return definitions.flatMap((owner) => {
    const inner = getNamedType(owner.type);
    const hasMembers = isObjectType(inner) || isInputObjectType(inner);
    const members = (hasMembers ? Object.values(inner.getFields()) : []) as Each[];
    return [{ path: [owner], words: wordsOf(owner.name) }, ...members.map((member) => memberOf(owner, member))];
  });
}
