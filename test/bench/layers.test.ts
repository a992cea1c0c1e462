/** References from source files to the bench: each file that states what it saves names a row that the bench prints. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { layers } from '../../bench/without/layers.ts';

const quoted = /bench\/RESULTS\.md, layers, "([^"]+)"/g;

test('each layer that a source file points to is a row of RESULTS.md', () => {
  const titles = layers.map(({ title }) => title);
  const report = readFileSync('bench/RESULTS.md', 'utf8');
  const named = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(quoted)].map(([, name]) => name as string),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) {
    const title = titles.find((each) => each.startsWith(name));
    expect(title, name).toBeDefined();
    expect(report).toContain(`| ${title} |`);
  }
});
