/** Collects changes. One that shows in several operations is listed once. Texts of an untrusted description are cut and made printable. */
import type { Change } from './change.ts';

const changesMax = 500;
const wordLengthMax = 80;

export class ChangeList {
  readonly #changes = new Map<string, Change>();

  add(name: string, change: Omit<Change, 'operations'>): void {
    const operation = printable(name);
    const subject = printable(change.subject);
    const what = printable(change.what);
    const key = `${change.where} ${subject} ${what}`;
    const known = this.#changes.get(key);
    if (!known) {
      if (this.#evictFor(change)) this.#changes.set(key, { ...change, subject, what, operations: [operation] });
      return;
    }
    if (!known.operations.includes(operation)) known.operations.push(operation);
    known.breaks ||= change.breaks;
    known.feeds = [...new Set([...known.feeds, ...change.feeds])];
  }

  /** Whether the list can take one more. A breaking change evicts one that breaks nothing. */
  #evictFor({ breaks }: Pick<Change, 'breaks'>): boolean {
    if (this.#changes.size < changesMax) return true;
    const harmless = breaks ? [...this.#changes].find(([, each]) => !each.breaks) : undefined;
    return harmless !== undefined && this.#changes.delete(harmless[0]);
  }

  /** Breaking changes come first. */
  toArray(): Change[] {
    return [...this.#changes.values()].sort((left, right) => Number(right.breaks) - Number(left.breaks));
  }
}

function printable(text: string): string {
  return text
    .split(' ')
    .map((word) => word.replace(/[^\x20-\x7e]/g, '?').slice(0, wordLengthMax))
    .join(' ')
    .slice(0, wordLengthMax * 4);
}
