/** Reads the manifests that an operator deployed: one file, or those of one folder, of bounded size and number. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRefused, readRegularFile } from '../../../platform/files/regular-file.ts';
import { ManifestError, readDocumentFile, readManifest, type TrustedDocument } from './manifest.ts';

/** Bytes of all files together: far more than the documents of all clients of one graph. */
const fileBytesMax = 32 * 1024 * 1024;
/** Documents of all files together. */
const documentsMax = 10_000;

/**
 * The documents of a file, or of a folder's files that end in `.json` (manifests) or `.graphql` (one document each), in the order of their
 * names. Folders in it are not read. A document of several files is returned once. Throws ManifestError if a file is unreadable or not
 * acceptable, if there is no document, and if there are too many.
 */
export async function readDocuments(path: string): Promise<TrustedDocument[]> {
  const documents = new Map<string, TrustedDocument>();
  let bytesLeft = fileBytesMax;
  for (const file of await filesOf(path)) {
    const { size } = await stat(file).catch(toManifestError);
    bytesLeft -= size;
    if (bytesLeft < 0) throw new ManifestError(`${file}: it and those before it have more than ${fileBytesMax} bytes.`);
    const text = readText(file);
    const read = file.endsWith('.graphql') ? [readDocumentFile(text, file)] : readManifest(text, file);
    for (const document of read) if (!documents.has(document.hash)) documents.set(document.hash, document);
    if (documents.size > documentsMax)
      throw new ManifestError(`${file}: it and those before it hold more than ${documentsMax} documents.`);
  }
  if (documents.size === 0) throw new ManifestError(`${path} holds no document.`);
  return [...documents.values()];
}

async function filesOf(path: string): Promise<string[]> {
  const facts = await stat(path).catch(toManifestError);
  if (!facts.isDirectory()) return [path];
  const entries = await readdir(path).catch(toManifestError);
  return entries
    .filter((name) => /\.(?:json|graphql)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

function readText(file: string): string {
  try {
    return readRegularFile(file, fileBytesMax);
  } catch (error) {
    if (error instanceof FileRefused) throw new ManifestError(`${file} ${error.message}.`);
    return toManifestError(error as NodeJS.ErrnoException);
  }
}

function toManifestError(error: NodeJS.ErrnoException): never {
  throw new ManifestError(`${error.path ?? 'The path'} cannot be read (${error.code ?? error.message}).`);
}
