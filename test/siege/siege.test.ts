/** The short form of every scenario: each figure keeps its bound. */
import { describe, expect, it } from 'vitest';
import { isKept } from './scenario.ts';
import { scenarios } from './scenarios.ts';

describe('under siege', () => {
  for (const { title, run } of scenarios) {
    it(title, async () => {
      const figures = await run('short');
      expect(figures.length).toBeGreaterThan(0);
      expect(figures.filter((figure) => !isKept(figure))).toEqual([]);
    });
  }
});
