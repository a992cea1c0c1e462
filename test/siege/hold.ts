/** What a test file of the siege does: the short form of its scenarios, each figure against its bound. */
import { describe, expect, it } from 'vitest';
import { isKept, type Scenario } from './scenario.ts';

/** Tests that every figure of the scenarios' short forms keeps its bound. Several files, so that no worker runs them all while others idle. */
export function holdShort(...scenarios: readonly Scenario[]): void {
  describe('under siege', () => {
    for (const { title, run } of scenarios) {
      it(title, async () => {
        const figures = await run('short');
        expect(figures.length).toBeGreaterThan(0);
        expect(figures.filter((figure) => !isKept(figure))).toEqual([]);
      });
    }
  });
}
