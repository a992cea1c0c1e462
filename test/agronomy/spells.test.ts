/** Dry and wet spells, compared with independent rows. An unknown day is never part of a spell. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellsOf } from '../../src/agronomy/spells.ts';
import golden from '../graph/schema/agronomy/golden.json' with { type: 'json' };

describe('spells', () => {
  it('match the computed rows: 0.9 mm is dry, 1.0 mm is wet', () => {
    const { days, minWetDay, answer } = golden.spells_computed;
    const depths = days.map(([, depth]) => (depth === null ? undefined : Number(depth)));
    const dateOf = (day: number) => days[day]?.[0];
    const spells = spellsOf(depths, minWetDay).map((spell) => ({
      kind: spell.kind.toUpperCase(),
      firstDate: dateOf(spell.firstDay),
      lastDate: dateOf(spell.lastDay),
      days: spell.lastDay - spell.firstDay + 1,
      precipitation: Math.round(spell.precipitation * 1e6) / 1e6,
      startKnown: spell.isStartKnown,
      endKnown: spell.isEndKnown,
    }));
    expect(spells).toEqual(answer);
  });

  it('contain each known day once and no unknown day, and have no known edge next to an unknown day', () => {
    const depth = fc.option(fc.double({ min: 0, max: 5, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(depth, { maxLength: 60 }), (depths) => {
        const spells = spellsOf(depths, 1);
        const covered = spells.flatMap(({ firstDay, lastDay }) =>
          Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index),
        );
        expect(covered).toEqual([...depths.keys()].filter((day) => depths[day] !== undefined));
        for (const { kind, firstDay, lastDay, isStartKnown, isEndKnown } of spells) {
          for (let day = firstDay; day <= lastDay; day++) expect((depths[day] ?? 0) >= 1).toBe(kind === 'wet');
          expect(isStartKnown).toBe(depths[firstDay - 1] !== undefined);
          expect(isEndKnown).toBe(depths[lastDay + 1] !== undefined);
        }
      }),
    );
  });
});
