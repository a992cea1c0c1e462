/**
 * Documents that callers name by their hash. All of them are prepared before the first request; no caller can add one, and a new manifest
 * takes a new start.
 */
import { GraphQLError } from 'graphql';
import type { Pin } from '../../operation/pin-document.ts';
import { ManifestError, type TrustedDocument } from './manifest.ts';
import { readNamedDocument } from './named-document.ts';

/** What an operator trusts. */
export interface TrustedDocuments {
  documents: readonly TrustedDocument[];
  /** Whether no others are run. */
  isOnly: boolean;
  /** Memory for them and what is compiled for them. */
  bytesMax: number;
}

/** Adds them to a gateway. `attach` throws ManifestError for the first that no caller could run. */
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
          // What GraphQL reports about a text is for its author, who reads it at start.
          throw new ManifestError(`${place}, cannot be run (${error.extensions.code}): ${error.message}`);
        }
        texts.set(hash, text);
      }
      return { readNamedDocument: (sent: Readonly<Record<string, unknown>>) => readNamedDocument(sent, texts) };
    },
  };
}
