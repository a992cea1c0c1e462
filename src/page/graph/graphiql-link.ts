/** A link that opens a panel's query in GraphiQL, with its values as the operation's defaults: nothing has to be filled in to run it. */
import type { TypedDocumentString } from '../__generated__/graphql.ts';

/** Scalars that travel as strings; any other string is the name of an enum's value. */
const texts = new Set(['ID', 'String', 'Date', 'DateTime', 'DateOrDateTime', 'MonthDay']);

/** The address, on this origin. No key is in it. */
export function graphiqlLink<Variables extends object>(
  document: TypedDocumentString<unknown, Variables>,
  variables: Variables,
): string {
  const values = variables as Record<string, unknown>;
  const query = document
    .toString()
    .trim()
    .replace(/^ +(?=fragment)/gm, '\n')
    // The variables of the operation: `$name: Type` up to what follows.
    .replace(/\$(\w+): ([\w[\]!]+)(?=[,)])/g, (declared, name: string, type: string) =>
      values[name] === undefined ? declared : `${declared} = ${literal(values[name], type)}`,
    );
  return `/graphql?${new URLSearchParams({ query })}`;
}

/** A value as GraphQL writes it. Within an input object every string is a text. */
function literal(value: unknown, type: string): string {
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, type)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${name}: ${literal(each, 'String')}`);
    return `{ ${entries.join(', ')} }`;
  }
  const isText = typeof value === 'string' && texts.has(type.replace(/[[\]!]/g, ''));
  return isText ? JSON.stringify(value) : String(value);
}
