/** Failures of a store, for operators. */

/**
 * `gone`: the files are no longer those that were opened. `damaged`: they hold something else than was written. `full`: there is no room.
 * `inaccessible`: they cannot be read or written. `busy`: another process has the lock, or others all connections. `away`: there is nobody
 * to ask, or a standby. `other`: none of these.
 */
export type StoreFaultKind = 'gone' | 'damaged' | 'full' | 'inaccessible' | 'busy' | 'away' | 'other';

/** The store is away, full or broken: one sentence for operators, never for callers. Nothing acknowledged is lost. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly kind: StoreFaultKind;

  constructor(sentence: string, { kind = 'other', cause }: { kind?: StoreFaultKind; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.kind = kind;
  }
}

/** Another process had the lock, or other calls all connections, for longer than the store waits. */
export class StoreBusyError extends StoreError {
  override name = 'StoreBusyError';
}

/** The errors of an engine by the kinds that it has: one sentence each for operators, of the place of the database and the code of the engine. */
export function errorsOf<Kind extends StoreFaultKind>(
  sentences: Record<Kind, (place: string, code: string | number) => string>,
) {
  return (kind: Kind, place: string, code: string | number = '', cause?: unknown): StoreError => {
    const Failure = kind === 'busy' ? StoreBusyError : StoreError;
    return new Failure(sentences[kind](place, code), { kind, cause });
  };
}
