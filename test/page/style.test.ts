/** The contrast that the first line of theme.css promises, by the formula of WCAG 2.2, and the rules that are copied from uPlot. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const theme = read('src/page/style/theme.css');
const colours = new Map(
  [...theme.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name, ...both]) => [
    name,
    both,
  ]),
);

function luminanceOf(name: string, at: number): number {
  const channels = [...(colours.get(name)?.[at] ?? '').matchAll(/[\da-f]{2}/g)].map(([hex]) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string, at: number): number {
  const [dark = 0, light = 0] = [luminanceOf(one, at), luminanceOf(other, at)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ['text', 'ground panel inset error-ground notice-ground', 4.5],
  ['quiet', 'ground panel inset', 4.5],
  ['accent', 'ground panel inset notice-ground', 4.5],
  ['on-accent', 'accent', 4.5],
  ['error', 'ground panel inset error-ground', 4.5],
  ['growth', 'panel', 4.5],
  // The signs of the reasons are text, which needs 4.5.
  ['good', 'panel', 4.5],
  ['marginal', 'panel', 4.5],
  ['bad', 'panel', 4.5],
  ['warm', 'panel grid', 3],
  ['cool', 'panel', 3],
  ['rain', 'panel grid', 3],
  ['growth-quiet', 'panel', 3],
  ['water', 'panel grid', 3],
  ['limit', 'panel grid', 3],
  ['control', 'ground panel inset grid', 3],
])('the contrast of %s on %s is at least %s to 1 in both themes', (colour, grounds, least) => {
  for (const ground of grounds.split(' '))
    for (const at of [0, 1]) expect(contrastOf(colour, ground, at), ground).toBeGreaterThanOrEqual(least);
});

it('the rules copied from uPlot are of the installed version, and of classes that it has', () => {
  const { version } = JSON.parse(read('node_modules/uplot/package.json'));
  const panels = read('src/page/style/panels.css');
  const classesOf = (style: string) => new Set(style.match(/\.u-[a-z-]+/g));
  const copied = classesOf(panels);
  // Compare the style of another version with the copy, then write that version into its comment.
  expect(/style of uPlot ([\d.]+)/.exec(panels)?.[1]).toBe(version);
  expect(copied.size).toBeGreaterThan(0);
  expect([...copied.difference(classesOf(read('node_modules/uplot/dist/uPlot.min.css')))]).toEqual([]);
});
