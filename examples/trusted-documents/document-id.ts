/** Reads the id of a document that the build has hashed: `sha256:…`. */

/** The place where the client preset writes the id (`persistedDocuments`, `embedHashInDocument`). */
interface Persisted {
  __meta__?: { hash?: string };
}

/** Returns the id. Throws for a document that is not in the manifest, because the graph would not run it. */
export function documentIdOf(document: object): string {
  const id = (document as Persisted).__meta__?.hash;
  if (id === undefined) throw new Error('This document is not of the build: its hash is not known.');
  return id;
}
