/**
 * The ten queries front ends write, from recipes/*.graphql: the tabs of GraphiQL, docs/recipes.md, and what the tests run.
 * Their values are defaults of the operation, since GraphiQL ignores the variables of its first tab (graphql/graphiql#3392).
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./recipes/', import.meta.url);
const dayMs = 86_400_000;

export interface Recipe {
  title: string;
  /** What to look at, in one paragraph. */
  about: string;
  /** Calls to the service that the recipe makes, as it stands. */
  calls: number;
  /** The document without its comment. */
  query: string;
  /** The document with its comment, as a tab shows it. */
  text: string;
}

/** The recipes in order, their relative dates (`today-150`) counted from `today`. */
export function readRecipes(today: Date): Recipe[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readRecipe(readFileSync(new URL(name, folder), 'utf8'), today));
}

function readRecipe(source: string, today: Date): Recipe {
  const text = source.replace(
    /"today([+-]\d+)?"/g,
    (_, days: string | undefined) => `"${dateOf(today, Number(days ?? 0))}"`,
  );
  const lines = text.trimEnd().split('\n');
  const start = lines.findIndex((line) => !line.startsWith('#'));
  const [title = '', ...about] = lines.slice(0, start).map((line) => line.slice(2));
  const calls = Number(about.pop()?.replace('Calls to the service: ', ''));
  return { title, about: about.join(' '), calls, query: lines.slice(start).join('\n'), text };
}

function dateOf(today: Date, days: number): string {
  return new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
}
