/**
 * The documents of the tools: a file of `documents/` is one operation and one tool, which is named as the operation. Its description and
 * those of its variables are what a language model reads. Comments above it say what GraphQL has no words for:
 *
 * `# Title: …`, for people who choose among tools; and in the order in which they give way, the lists that become shorter where an answer
 * is too long: `# Shorten: field.weather, first: ask for …` keeps the first and says how to ask for the rest; `last` keeps the last.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';

/** A list that may become shorter. */
export interface Shortening {
  /** Where it stands in the data, lists on the way passed through. */
  path: readonly string[];
  /** Which end of it stays. */
  keeps: 'first' | 'last';
  /** How to ask for what was left out. */
  ask: string;
}

export interface ToolDocument {
  name: string;
  title: string;
  description: string;
  /** Whether it changes something. */
  isWrite: boolean;
  shortenings: readonly Shortening[];
  /** The document as it is run. */
  text: string;
  operation: OperationDefinitionNode;
}

const folder = new URL('./documents/', import.meta.url);

/** The documents in the order of their names. */
export function readToolDocuments(): ToolDocument[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readToolDocument(readFileSync(new URL(name, folder), 'utf8')));
}

/** One document. Its form is not checked: a test checks each of this package. */
export function readToolDocument(text: string): ToolDocument {
  const [operation] = parse(text).definitions as [OperationDefinitionNode];
  return {
    name: operation.name?.value ?? '',
    title: /^# Title: (.+)$/m.exec(text)?.[1] ?? '',
    description: operation.description?.value ?? '',
    isWrite: operation.operation === OperationTypeNode.MUTATION,
    shortenings: readShortenings(text),
    text,
    operation,
  };
}

function readShortenings(text: string): Shortening[] {
  return [...text.matchAll(/^# Shorten: ([\w.]+), (first|last): (.+)$/gm)].map(
    ([, path = '', keeps = '', ask = '']) => ({ path: path.split('.'), keeps: keeps as Shortening['keeps'], ask }),
  );
}
