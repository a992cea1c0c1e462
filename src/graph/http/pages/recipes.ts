/**
 * The ten queries that front ends write, from recipes/*.graphql, for the tabs of GraphiQL, docs/recipes.md and the tests. Their values are
 * defaults of the operation, since GraphiQL ignores the variables of its first tab (graphql/graphiql#3392).
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./recipes/', import.meta.url);

export interface Recipe {
  title: string;
  /** Points to notice, in one paragraph. */
  about: string;
  /** Calls to the service that the unchanged recipe makes. */
  calls: number;
  /** The document without its comment. */
  query: string;
  /** The document with its comment, as a tab shows it. */
  text: string;
}

/** The recipes in order. None names a calendar date: their windows are relative to today. */
export function readRecipes(): Recipe[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readRecipe(readFileSync(new URL(name, folder), 'utf8')));
}

function readRecipe(text: string): Recipe {
  const lines = text.trimEnd().split('\n');
  const start = lines.findIndex((line) => !line.startsWith('#'));
  const [title = '', ...about] = lines.slice(0, start).map((line) => line.slice(2));
  const calls = Number(about.pop()?.replace('Calls to the service: ', ''));
  return { title, about: about.join(' '), calls, query: lines.slice(start).join('\n'), text };
}
