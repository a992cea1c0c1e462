/**
 * Validation with an answer of bounded size. Of 1,500 unknown members of an input object, graphql-js would report a hundred and
 * quote the whole object in each: 1.7 MB for a document of 9 KB.
 */
import { GraphQLError, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { errorCodes } from './error-codes.ts';
import { brief } from './masking.ts';

/** More faults than a person mends at a time. */
const errorsMax = 20;

/** A Yoga plugin: at most 20 faults of a document are told, each with its code and in at most 1,000 characters. */
export function useBriefValidation(): Plugin {
  return {
    onValidate({ setValidationFn }) {
      setValidationFn((schema, document, rules, options) =>
        validate(schema, document, rules, { ...options, maxErrors: errorsMax }).map(toPublicError),
      );
    },
  };
}

function toPublicError({ message, nodes, extensions }: GraphQLError): GraphQLError {
  const code = 'GRAPHQL_VALIDATION_FAILED';
  // A scalar or enum that refuses a literal has said its own code.
  return new GraphQLError(brief(message), {
    nodes,
    extensions: { code, retryable: errorCodes[code].retryable, ...extensions },
  });
}
