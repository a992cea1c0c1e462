/**
 * Reads a manifest in each of the forms that tools write: `{ "sha256:…": "query …" }` of GraphQL Code Generator's client preset, the
 * same with bare digits of Relay, and Apollo's list of operations with their ids. An id is the SHA-256 of its text, and is checked.
 */
import { hash } from 'node:crypto';
import { isRecord } from '../../../platform/json/is-record.ts';
import { StartRefused } from '../../../platform/settings/setting-types.ts';
import { tryOr } from '../../../platform/sync/try-or.ts';

/** A document that callers may name. */
export interface TrustedDocument {
  /** SHA-256 of the text: 64 lower-case hexadecimal digits. */
  hash: string;
  text: string;
  file: string;
  /** File and entry, for people: the subject of a sentence. */
  place: string;
}

/** A manifest that is not acceptable. The message is a sentence that names the file and the entry. */
export class ManifestError extends StartRefused {
  override name = 'ManifestError';
  override heading = 'TRUSTED_DOCUMENTS cannot be loaded:';
}

const idForm = /^(?:sha256:)?([0-9a-f]{64})$/;
const shortHashForm = /^(?:md5:)?[0-9a-f]{32}$|^(?:sha1:)?[0-9a-f]{40}$/;

/** The documents of a manifest. Throws ManifestError if it has none of the three forms, or if an entry's id is not the hash of its text. */
export function readManifest(json: string, file: string): TrustedDocument[] {
  // Editors and shells of Windows begin a file with a byte order mark.
  const manifest: unknown = tryOr(() => JSON.parse(json.replace(/^\ufeff/, '')), undefined);
  if (manifest === undefined) throw new ManifestError(`${file} is not JSON.`);
  return entriesOf(manifest, file).map(([id, text]) => checked(id, text, file));
}

/** The document of a file of its own. Its only id is its hash. */
export function readDocumentFile(text: string, file: string): TrustedDocument {
  return { hash: hash('sha256', text), text, file, place: file };
}

/** The digits of an id: `sha256:…` as GraphQL over HTTP has it, or the digits only, as Relay's compiler writes them. */
export function digitsOf(id: unknown): string | undefined {
  return typeof id === 'string' ? idForm.exec(id)?.[1] : undefined;
}

function entriesOf(manifest: unknown, file: string): [id: unknown, text: unknown][] {
  if (!isRecord(manifest)) throw new ManifestError(`${file} must be a JSON object of ids and documents.`);
  if (!Array.isArray(manifest.operations)) return Object.entries(manifest);
  return manifest.operations.map((operation: unknown) =>
    isRecord(operation) ? [operation.id, operation.body] : [operation, undefined],
  );
}

const idLengthShown = 80;

function checked(id: unknown, text: unknown, file: string): TrustedDocument {
  const entry = String(id).slice(0, idLengthShown);
  const place = `${file}, entry "${entry}",`;
  if (typeof text !== 'string') throw new ManifestError(`${place} holds no text of a document.`);
  const digits = digitsOf(id);
  if (digits === undefined) {
    const advice = shortHashForm.test(entry) ? ' Set algorithm: "SHA256" in Relay\'s persistConfig, or its like.' : '';
    throw new ManifestError(`${place} is not named by a SHA-256 in 64 lower-case hexadecimal digits.${advice}`);
  }
  const actual = hash('sha256', text);
  if (actual !== digits)
    throw new ManifestError(
      `${place} is named by a hash that its text does not have: it is sha256:${actual}. Make the manifest again.`,
    );
  return { hash: digits, text, file, place };
}
