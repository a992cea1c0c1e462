/**
 * Documents that callers name by their hash. All of them are prepared before the first request; no caller can add one, and a new manifest
 * comes with a new start.
 */
import { GraphQLError } from 'graphql';
import type { Pin } from '../operation/pin-document.ts';
import { readDocuments } from './files.ts';
import { ManifestError, type TrustedDocument } from './manifest.ts';

/** What an operator trusts. */
export interface TrustedDocuments {
  documents: readonly TrustedDocument[];
  /** Whether no others are run. */
  isOnly: boolean;
}

/** Those of a file or folder; undefined where none is named. Throws ManifestError for what cannot be taken. */
export async function readTrustedDocuments(
  path: string | undefined,
  isOnly: boolean,
): Promise<TrustedDocuments | undefined> {
  return path === undefined ? undefined : { documents: await readDocuments(path), isOnly };
}

/**
 * Pins each document, and gives what finds the text of one by its SHA-256, in 64 lower-case hexadecimal digits. Throws ManifestError for the
 * first that no caller could run.
 */
export function pinTrustedDocuments(
  trusted: TrustedDocuments | undefined,
  pin: Pin,
): (hash: string) => string | undefined {
  const texts = new Map<string, string>();
  for (const { hash, text, place } of trusted?.documents ?? []) {
    try {
      pin(text);
    } catch (error) {
      throw refusal(place, error);
    }
    texts.set(hash, text);
  }
  return (hash) => texts.get(hash);
}

/** What GraphQL says of a text is for its author, who reads it at start. */
function refusal(place: string, error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return new ManifestError(`${place}, cannot be run (${error.extensions.code}): ${error.message}`);
}
