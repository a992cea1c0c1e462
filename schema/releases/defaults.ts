/** Finds changed defaults of arguments and input fields: those that the schema prints, and those that a description states. */
import { type GraphQLSchema, Kind, print } from 'graphql';
import { membersOf } from './members.ts';

/**
 * A changed default is breaking, because callers that omit the argument get another result. If only descriptions state it, the change is
 * dangerous: perhaps only the words changed. Ignores a default that the schema now prints as the description stated it.
 */
export function findChangedDefaults(released: GraphQLSchema, present: GraphQLSchema) {
  const later = findDefaults(present);
  return [...findDefaults(released)].flatMap(([path, was]) => {
    const is = later.get(path);
    if (!is || was.text === is.text) return [];
    const isPrinted = was.isPrinted || is.isPrinted;
    // Callers always sent the value, or the description now states a default that already applied.
    if (was.text === undefined && (was.isRequired || !isPrinted)) return [];
    const sentence = `Default changed from '${was.text ?? 'none'}' to '${is.text ?? 'none'}'`;
    const level = isPrinted ? ('breaking' as const) : ('dangerous' as const);
    return [{ level, path, sentence, isWording: !isPrinted }];
  });
}

function findDefaults(schema: GraphQLSchema) {
  return new Map(
    membersOf(schema).flatMap(([path, { astNode, description }]) => {
      if (astNode?.kind !== Kind.INPUT_VALUE_DEFINITION) return [];
      const { type, defaultValue } = astNode;
      const stated = /\bDefaults to (.+?)\.?(?:\s+[A-Z]|\s*$)/s.exec(description ?? '')?.[1];
      const text = defaultValue ? print(defaultValue) : stated?.replaceAll(/\s+/g, ' ');
      const isRequired = type.kind === Kind.NON_NULL_TYPE;
      return [[path, { text, isPrinted: defaultValue !== undefined, isRequired }] as const];
    }),
  );
}
