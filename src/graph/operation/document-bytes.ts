/** The memory that a document holds before anything is compiled for it: an upper estimate, measured over documents of every kind of node. */
import type { DocumentNode, GraphQLError, Token } from 'graphql';

const documentBytes = 4_096;
/** A token, and the nodes with their locations that it begins: a field is one token and two nodes. */
const tokenBytes = 448;
/** A string value that is full of escapes is a chain of pieces, each longer in memory than in the text. */
const characterBytes = 16;
const errorBytes = 2_048;

/** The bytes of a parsed document and of what validation said of it. */
export function documentBytesOf(text: string, document: DocumentNode, errors: readonly GraphQLError[]): number {
  let bytes = documentBytes + text.length * characterBytes + errors.reduce(addError, 0);
  for (let token: Token | null | undefined = document.loc?.startToken; token; token = token.next) bytes += tokenBytes;
  return bytes;
}

function addError(sum: number, { message }: GraphQLError): number {
  return sum + errorBytes + message.length * characterBytes;
}
