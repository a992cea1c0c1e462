/** Chooses the next version by Semantic Versioning 2.0.0. Before 1.0.0, a break raises the minor number. */

/** Whether a version of three numbers is equal to another, or newer. */
export function isAtLeast(version: string, other: string): boolean {
  const [own, others] = [numbersOf(version), numbersOf(other)];
  const at = own.findIndex((number, place) => number !== others[place]);
  return at === -1 || (own[at] as number) > (others[at] as number);
}

import type { Change } from './changes.ts';

export type Step = 'breaking' | 'addition' | 'correction';

/** Returns the number to raise for these changes of the graph and lines of the changelog. Undefined if there are none. */
export function stepOf(changes: readonly Change[], unreleased: string): Step | undefined {
  if (changes.some(({ level }) => level === 'breaking') || /^- Breaking:/m.test(unreleased)) return 'breaking';
  if (changes.some(({ isWording }) => !isWording) || /^- Added:/m.test(unreleased)) return 'addition';
  return changes.length > 0 || unreleased !== '' ? 'correction' : undefined;
}

/** Returns the version after a step, for example `0.2.0` after `0.1.0` and an addition. Throws unless `version` is three numbers. */
export function nextVersion(version: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  if (step === 'breaking' && major > 0) return `${major + 1}.0.0`;
  return step === 'correction' ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

function numbersOf(version: string): number[] {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  if (numbers === undefined) throw new Error(`A version must be three numbers, such as 1.0.0: ${version} is not.`);
  return numbers;
}
