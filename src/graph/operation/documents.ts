/**
 * Prepares a document: limits on its text, parsing, limits on its structure, validation. All depend on the text only, so the outcome is
 * cached with it. Errors are bounded: for 1,500 unknown members of an input object graphql-js would quote the whole object in each.
 */
import { hash } from 'node:crypto';
import {
  type DocumentNode,
  Kind,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  type Token,
  validate,
  visit,
} from 'graphql';
import { coordinatesAt } from './coordinates.ts';
import type { DocumentCache } from './document-cache.ts';
import { isRetryable } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { KnownOperation } from './limits/cost.ts';
import type { OperationLimits } from './limits/limit.ts';
import { assertShape } from './limits/structure.ts';
import { parseWithin } from './limits/parse-within.ts';
import { truncate } from '../errors/masking.ts';
import { errorsAsMeant } from './suggestions/corrections.ts';

/** A document after preparation. */
export class PreparedDocument {
  readonly document: DocumentNode;
  /** The errors of validation, as callers may see them; empty if the document may run. */
  readonly errors: readonly GraphQLError[];
  /** An upper estimate of its memory, without what is compiled for it. */
  readonly bytes: number;
  readonly #operations = new Map<string | undefined, KnownOperation>();
  #hash: string | undefined;

  constructor(document: DocumentNode, errors: readonly GraphQLError[], bytes = 0) {
    this.document = document;
    this.errors = errors;
    this.bytes = bytes;
  }

  /** `sha256:` and the SHA-256 of its text in hexadecimal digits, by which logs and callers name it. Computed once. */
  get hash(): string {
    this.#hash ??= `sha256:${hash('sha256', `${this.document.loc?.source.body ?? ''}`)}`;
    return this.#hash;
  }

  /** The operation of this name, always the same object; without a name, the only one. Undefined if there is none. */
  find(name: string | undefined): KnownOperation | undefined {
    const known = this.#operations.get(name);
    if (known) return known;
    const node = getOperationAST(this.document, name);
    // Callers can invent any number of names: only those of the document are cached.
    return node ? this.#operations.getOrInsert(name, { node, known: undefined }) : undefined;
  }
}

/** How texts are read. */
export interface ReadingOptions {
  schema: GraphQLSchema;
  limits: OperationLimits;
  /** Without it, the schema cannot be read, and no message suggests names to a caller. */
  introspection: boolean;
}

export interface PreparationOptions extends ReadingOptions {
  /** Caches prepared documents. */
  documents: DocumentCache<PreparedDocument>;
  /** Documents that were prepared at start, by their text. */
  pinned: { get(text: string): PreparedDocument | undefined };
  /** Whether all other documents are refused. */
  onlyPinned: boolean;
}

/** More errors than a person fixes at a time. */
const errorsMax = 20;

/** Reads documents for one schema. */
export function createDocumentReader({ schema, limits, introspection }: ReadingOptions) {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const options = { maxErrors: errorsMax, hideSuggestions: !introspection };

  return (text: string): PreparedDocument => {
    const document = parse(text, limits);
    assertShape(document, limits, schema);
    const found = validate(schema, document, rules, options);
    const isExplained = introspection && found.length > 0;
    const meant = isExplained ? errorsAsMeant(schema, document, found, rules, options) : found;
    const shown = meant.slice(0, errorsMax + 1);
    const offsets = shown.map(({ positions }) => positions?.[0]);
    const places = offsets.length > 0 ? coordinatesAt(schema, document, offsets) : [];
    const errors = shown.map((error, at) => toPublicError(error, places[at] ?? namedBy(error)));
    const bytes = documentBytesOf(text, document, errors);
    dropTokens(document);
    return new PreparedDocument(document, errors, bytes);
  };
}

/** Nothing reads tokens after validation: errors use offsets. Tokens are a large part of a document's memory. */
function dropTokens(document: DocumentNode): void {
  visit(document, {
    enter({ loc }) {
      if (loc) Object.assign(loc, { startToken: undefined, endToken: undefined });
    },
  });
}

/**
 * Prepares documents for one schema. Throws a coded error for a text over a limit, or one that is not GraphQL: refusing it again costs less
 * than caching what hostile callers send. Undefined for a text that is not pinned, if only pinned documents are accepted.
 */
export function createPreparation({ documents, pinned, onlyPinned, ...reading }: PreparationOptions) {
  const read = createDocumentReader(reading);

  return (text: string): PreparedDocument | undefined => {
    if (onlyPinned) return pinned.get(text);
    const remembered = documents.get(text) ?? pinned.get(text);
    if (remembered) return remembered;
    const prepared = read(text);
    documents.set(text, prepared, prepared.bytes);
    return prepared;
  };
}

/** A 400 if the media type allows one; under application/json, a 200 as in the GraphQL over HTTP specification. */
const http = { spec: true, status: 400 };

function parse(text: string, limits: OperationLimits): DocumentNode {
  try {
    return parseWithin(text, limits);
  } catch (error) {
    if (error instanceof GraphQLError && !(error instanceof GatewayError))
      Object.assign(error.extensions, { code: 'GRAPHQL_PARSE_FAILED', http });
    throw error;
  }
}

/** The coordinate in a message: the document as sent has no known type there. */
const namedBy = ({ message }: GraphQLError) =>
  /^(?:Cannot query field|Unknown argument) "\w+" on (?:type|field) "([\w.]+)"/.exec(message)?.[1];

function toPublicError({ message, source, positions, extensions }: GraphQLError, coordinate: string | undefined) {
  const code = 'GRAPHQL_VALIDATION_FAILED';
  // A scalar or enum that refuses a literal sets its own code.
  const error = new GraphQLError(truncate(message), {
    source,
    positions,
    extensions: { code, retryable: isRetryable(code), http, ...(coordinate && { coordinate }), ...extensions },
  });
  // Callers never see the stack. Until it is read, it retains everything that validation made.
  error.stack = '';
  return error;
}

/** Memory of a document before anything is compiled for it: an upper estimate, measured over documents of every kind of node. */
const documentBytes = 4_096;
/** A token, and the nodes with their locations that begin with it: a field is one token and two nodes. */
const tokenBytes = 448;
/** A string value that is full of escapes is a chain of pieces, each longer in memory than in the text. */
const characterBytes = 16;
const errorBytes = 2_048;

/** The bytes of a parsed document and of its validation errors. */
function documentBytesOf(text: string, document: DocumentNode, errors: readonly GraphQLError[]): number {
  let bytes = documentBytes + text.length * characterBytes;
  for (const { message } of errors) bytes += errorBytes + message.length * characterBytes;
  for (let token: Token | null | undefined = document.loc?.startToken; token; token = token.next) bytes += tokenBytes;
  return bytes;
}

/** Why no operation of a document was chosen, with those to choose from. */
export function choiceOf({ definitions }: DocumentNode): string {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return 'The document has no operation.';
  const names = operations.flatMap(({ name }) => name?.value ?? []);
  if (names.length === 0)
    return operations.length === 1
      ? 'The document has one operation, which has no name: leave out operationName.'
      : 'The document has several operations without a name: name each, and choose one in operationName.';
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) return `There can be only one operation named "${twice}".`;
  const choice = `name one of ${names.slice(0, namesMax).join(', ')} in operationName.`;
  return operations.length > 1
    ? `The document has several operations: ${choice}`
    : `There is no such operation: ${choice}`;
}

/** Operations that an error names. */
const namesMax = 10;
