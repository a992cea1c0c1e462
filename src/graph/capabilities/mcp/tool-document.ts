/**
 * The documents of the tools: a file of `documents/` is one operation and one tool, which has the name of the operation. Language models
 * read its description and those of its variables. Comments above it state what GraphQL cannot express:
 *
 * `# Title: …` is for people who choose among tools. `# Shorten: field.weather, first: request …` names a list that is shortened if an
 * answer is too long, in the order of these comments. It keeps the first items and says how to request the rest; `last` keeps the last.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OperationDefinitionNode, OperationTypeNode, parse, Source } from 'graphql';

/** A list that may become shorter. */
export interface Shortening {
  /** Path of the list in the data, through all items of other lists. */
  path: readonly string[];
  /** Which end of it stays. */
  keeps: 'first' | 'last';
  /** How to request the rest. */
  request: string;
}

export type ToolDocument = ReturnType<typeof readToolDocument>;

const folder = new URL('./documents/', import.meta.url);

/** The documents in the order of their names. */
export function readToolDocuments(): ToolDocument[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => fileURLToPath(new URL(name, folder)))
    .map((path) => readToolDocument(readFileSync(path, 'utf8'), path));
}

/** One document. Errors of syntax name the file at `path`. Its form is not checked: a test checks each of this package. */
export function readToolDocument(text: string, path?: string) {
  const [operation] = parse(new Source(text, path)).definitions as [OperationDefinitionNode];
  return {
    name: operation.name?.value ?? '',
    title: /^# Title: (.+)$/m.exec(text)?.[1] ?? '',
    description: operation.description?.value ?? '',
    /** Whether the tool writes. */
    isWrite: operation.operation === OperationTypeNode.MUTATION,
    shortenings: readShortenings(text),
    /** The document as it is run. */
    text,
    operation,
  };
}

function readShortenings(text: string): readonly Shortening[] {
  const lines = text.matchAll(/^# Shorten: ([\w.]+), (first|last): (.+)$/gm);
  return [...lines].map(
    ([, path = '', keeps, request = '']) => ({ path: path.split('.'), keeps, request }) as Shortening,
  );
}
