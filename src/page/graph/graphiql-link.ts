/** A link that opens a panel's query in GraphiQL, with its values as the operation's defaults: nothing has to be filled in to run it. */
import { FieldPageDocument, type FieldPageQueryVariables } from '../__generated__/graphql.ts';

/** Fragments of the page's query, one for each panel. */
export type PanelFragment = 'Weather' | 'SprayHours' | 'DegreeDays' | 'WaterBalance' | 'IndexSeason' | 'Timeline';

/** Scalars that are sent as strings. Any other string is the name of an enum's value. */
const texts = new Set(['ID', 'String', 'Date', 'DateTime', 'DateOrDateTime', 'MonthDay']);

const [operation = '', ...fragments] = FieldPageDocument.split(/^ *(?=fragment )/m);

/** The address of the query with this fragment only, on this origin. No key is in it. */
export function graphiqlLink(fragment: PanelFragment, variables: FieldPageQueryVariables): string {
  const values: Record<string, unknown> = variables;
  const body = `{\n  field(id: $id) {\n    id\n    ...${fragment}\n  }\n}\n\n${withSpread(fragment)}`;
  // The variables of the page's query that the body uses: `$name: Type`.
  const declared = [...operation.matchAll(/\$(\w+): ([\w[\]!]+)/g)].flatMap(([text, name = '', type = '']) => {
    if (!new RegExp(`\\$${name}\\b`).test(body)) return [];
    return values[name] === undefined ? text : `${text} = ${literal(values[name], type)}`;
  });
  const query = `query ${fragment}Panel(${declared.join(', ')}) ${body}`.trim();
  return `/graphql?${new URLSearchParams({ query })}`;
}

/** The text of a fragment, and of those that it spreads. */
function withSpread(name: string): string {
  const text = fragments.find((each) => each.startsWith(`fragment ${name} `)) ?? '';
  return [text, ...[...text.matchAll(/\.\.\.(\w+)/g)].map(([, inner = '']) => withSpread(inner))].join('');
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
