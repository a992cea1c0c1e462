/** The id of a document that the build knew: `sha256:…`. */

/** Where the client preset puts it (`persistedDocuments`, `embedHashInDocument`). */
interface Persisted {
  __meta__?: { hash?: string };
}

/** Throws for a document that is not in the manifest: the graph would not run it either. */
export function documentIdOf(document: object): string {
  const id = (document as Persisted).__meta__?.hash;
  if (id === undefined) throw new Error('This document is not of the build: its hash is not known.');
  return id;
}
