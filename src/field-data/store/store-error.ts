/** Failures of a store, for operators. */

/**
 * `gone`: the files were removed or replaced after they were opened. `damaged`: their content is not what was written. `full`: the disk is
 * full. `inaccessible`: they cannot be read or written. `busy`: another process has the lock, or all connections are in use. `away`: the
 * database is unreachable, or a standby. `other`: none of these.
 */
export type StoreFaultKind = 'gone' | 'damaged' | 'full' | 'inaccessible' | 'busy' | 'away' | 'other';

/**
 * The store is away, full or broken. The message is one sentence for operators, never for callers. No acknowledged write is lost, unless
 * the store is `gone` or `damaged`.
 */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly kind: StoreFaultKind;

  constructor(sentence: string, { kind = 'other', cause }: { kind?: StoreFaultKind; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.kind = kind;
  }
}

/** The store waited too long for the lock of another process, or for a connection. */
export class StoreBusyError extends StoreError {
  override name = 'StoreBusyError';
}

/** The error of a store whose check failed, perhaps with an error that is not of the store. */
export const asStoreError = (cause: unknown): StoreError =>
  cause instanceof StoreError ? cause : new StoreError('The database cannot be looked at.', { cause });

/** Creates the errors of an engine, by kind: one sentence each for operators, from the database's `place` and the engine's `code`. */
export function errorsOf<Kind extends StoreFaultKind>(
  sentences: Record<Kind, (place: string, code: string | number) => string>,
) {
  return (kind: Kind, place: string, code: string | number = '', cause?: unknown): StoreError => {
    const Failure = kind === 'busy' ? StoreBusyError : StoreError;
    return new Failure(sentences[kind](place, code), { kind, cause });
  };
}
