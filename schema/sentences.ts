/** Turns an error in a file or a flag that a person wrote into sentences, without the stack of the library that found it. */
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { GraphQLError } from 'graphql';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the sentences of an error, with positions. Rethrows errors of the program itself. */
export function sentencesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(sentencesOf);
  if (error instanceof GraphQLError) return [`${placeOf(error)}${error.message}`];
  if (error instanceof TypeError || error instanceof ReferenceError || !(error instanceof Error)) throw error;
  // graphql-codegen writes all errors of the documents into one message, each with its place.
  const listed = [...error.message.matchAll(/Error \d+: (.+)\n\s+at (.+)/g)];
  if (listed.length === 0) return [error.message];
  return listed.map(([, message, place = '']) => `${relative(root, place)}: ${message}`);
}

/** The form of graphql-codegen, if the source has the path of a file as its name. */
function placeOf({ source, locations }: GraphQLError): string {
  const [at] = locations ?? [];
  if (!at) return '';
  if (source && isAbsolute(source.name)) return `${relative(root, source.name)}:${at.line}:${at.column}: `;
  return `line ${at.line}, column ${at.column}: `;
}

/** Reads the flags of a command. For a wrong one, prints the sentence of parseArgs and exits with 2. */
export function readFlags<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
