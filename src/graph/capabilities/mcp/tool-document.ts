/**
 * The documents of the tools: a file of `documents/` is one operation and one tool, which is named as the operation. Its description and
 * those of its variables are what a language model reads. Comments above it say what GraphQL has no words for:
 *
 * `# Title: …`, for people who choose among tools; and in the order in which they give way, the lists that become shorter where an answer
 * is too long: `# Shorten: field.weather, first: ask for …` keeps the first and says how to ask for the rest; `last` keeps the last.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type GraphQLSchema, Kind, type OperationDefinitionNode, OperationTypeNode, parse, validate } from 'graphql';

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
const nameForm = /^[a-z][a-z0-9_]{0,63}$/;

/** The documents in the order of their names. Throws where one does not fit the schema: that is a bug of this package. */
export function readToolDocuments(schema: GraphQLSchema): ToolDocument[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readToolDocument(name, readFileSync(new URL(name, folder), 'utf8'), schema));
}

/** One document; `file` names it in errors. */
export function readToolDocument(file: string, text: string, schema: GraphQLSchema): ToolDocument {
  const document = parse(text);
  const [error] = validate(schema, document);
  if (error) throw new TypeError(`${file}: ${error.message}`);
  const [operation, ...others] = document.definitions;
  const isOperation = operation?.kind === Kind.OPERATION_DEFINITION && others.length === 0;
  const name = (isOperation && operation.name?.value) || '';
  if (!isOperation || !nameForm.test(name))
    throw new TypeError(`${file}: a tool is one operation without named fragments, named in snake_case.`);
  const description = operation.description?.value;
  const title = /^# Title: (.+)$/m.exec(text)?.[1];
  if (description === undefined || title === undefined)
    throw new TypeError(`${file}: a tool has a title and a description.`);
  const isWrite = operation.operation === OperationTypeNode.MUTATION;
  return { name, title, description, isWrite, shortenings: readShortenings(text), text, operation };
}

function readShortenings(text: string): Shortening[] {
  return [...text.matchAll(/^# Shorten: ([\w.]+), (first|last): (.+)$/gm)].map(
    ([, path = '', keeps = '', ask = '']) => ({ path: path.split('.'), keeps: keeps as Shortening['keeps'], ask }),
  );
}
