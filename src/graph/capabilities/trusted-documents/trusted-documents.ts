/**
 * Documents that callers name by their hash. All of them are prepared before the first request. No caller can add one, and a new manifest
 * needs a restart.
 */
import { GraphQLError } from 'graphql';
import { callOf } from '../../../platform/cli/command-line.ts';
import type { Pin } from '../../operation/pin-document.ts';
import { ManifestError, type TrustedDocument } from './manifest.ts';
import { readNamedDocument } from './named-document.ts';

/** The trusted documents of an operator, and their settings. */
interface TrustedDocuments {
  documents: readonly TrustedDocument[];
  /** Whether no other documents are run. */
  isOnly: boolean;
  /** Memory limit of the documents and everything compiled for them. */
  bytesMax: number;
}

/** Adds trusted documents to a gateway. `attach` throws ManifestError for the first document that no caller could run. */
export function createTrustedDocuments({ documents, isOnly, bytesMax }: TrustedDocuments) {
  return {
    pinned: { isOnly, bytesMax },
    attach({ pin }: { pin: Pin }) {
      const texts = new Map<string, string>();
      for (const { hash, text, place } of documents) {
        try {
          pin(text);
        } catch (error) {
          if (!(error instanceof GraphQLError)) throw error;
          const code = String(error.extensions.code);
          // Doctor names every document that does not fit the schema, but of those over a limit only the first.
          const next = code.startsWith('GRAPHQL_') ? ` To check all documents, run: ${callOf('doctor')}` : '';
          // The message of GraphQL is for the author of the document, who reads it at start.
          throw new ManifestError(`${place} cannot be run (${code}): ${error.message}${next}`);
        }
        texts.set(hash, text);
      }
      return { readNamedDocument: (sent: Readonly<Record<string, unknown>>) => readNamedDocument(sent, texts) };
    },
  };
}
