/** Finds the deprecations of a graph, and the last day that each reason promises: "Use X. Removed after 2027-06-30.". */
import type { GraphQLSchema } from 'graphql';

/** Reasons by path: `Type.field`, `Type.field.argument`, `Input.field`, `Enum.VALUE`. */
export function findDeprecations(schema: GraphQLSchema): Map<string, string> {
  const found = new Map<string, string>();
  const note = (path: string, { deprecationReason: reason }: { deprecationReason?: string | null | undefined }) => {
    if (typeof reason === 'string') found.set(path, reason);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    for (const field of Object.values('getFields' in type ? type.getFields() : {})) {
      note(`${type.name}.${field.name}`, field);
      for (const argument of 'args' in field ? field.args : []) {
        note(`${type.name}.${field.name}.${argument.name}`, argument);
      }
    }
    for (const value of 'getValues' in type ? type.getValues() : []) note(`${type.name}.${value.name}`, value);
  }
  return found;
}

const promise = /^\S.*\. Removed after (\d{4}-\d{2}-\d{2})\.$/s;

/** Returns the last day on which a deprecated thing exists, or undefined if the reason promises none. */
export function removalDate(reason: string): string | undefined {
  const date = promise.exec(reason)?.[1];
  if (date === undefined) return undefined;
  const day = new Date(date);
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(date) ? date : undefined;
}
