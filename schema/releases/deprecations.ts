/** Finds the deprecations of a graph, and the last day that each reason promises: "Use X. Removed after 2027-06-30.". */
import type { GraphQLSchema } from 'graphql';
import { membersOf } from './members.ts';

/** Reasons by path: `Type.field`, `Type.field.argument`, `Input.field`, `Enum.VALUE`. */
export function findDeprecations(schema: GraphQLSchema): Map<string, string> {
  const reasons = membersOf(schema).map(([path, { deprecationReason }]) => [path, deprecationReason] as const);
  return new Map(reasons.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const promise = /^\S.*\. Removed after (\d{4}-\d{2}-\d{2})\.$/s;

/** Returns the last day on which a deprecated member exists, or undefined if the reason promises none. */
export function removalDate(reason: string): string | undefined {
  const date = promise.exec(reason)?.[1];
  if (date === undefined) return undefined;
  const day = new Date(date);
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(date) ? date : undefined;
}
