/** The keys that the service has accepted, by their hashes, in bounded memory: only such a key names a caller. */

export interface AcceptedKeys {
  /** Whether any is known. */
  readonly isEmpty: boolean;
  has(keyHash: string): boolean;
  /** Remembers a key; of too many, the one accepted longest ago is forgotten. */
  add(keyHash: string): void;
}

const keysMax = 50_000;

/** None at first. */
export function createAcceptedKeys(): AcceptedKeys {
  const keys = new Set<string>();
  return {
    get isEmpty() {
      return keys.size === 0;
    },
    has: (keyHash) => keys.has(keyHash),
    add(keyHash) {
      // Taken out and put back, so that the key seen longest ago is first and makes room.
      keys.delete(keyHash);
      keys.add(keyHash);
      const [oldest] = keys;
      if (oldest !== undefined && keys.size > keysMax) keys.delete(oldest);
    },
  };
}
