/** References from source files to the bench: each file that states what it saves names a row that the bench prints. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { layers } from '../../bench/without/layers.ts';
import { modules } from '../../bench/without/originals.ts';

const root = new URL('../../', import.meta.url);
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

test.each(Object.entries(modules))(
  'the stand-in of the layer %s has what other files import from its module',
  async (layer, module) => {
    const standIn: object = await import(`../../bench/without/${layer}.ts`);
    const imported = globSync('src/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import \{([^}]+)\} from '([^']+)';/gm)]
        .filter(([, , path = '']) => new URL(path, new URL(file, root)).href === module)
        .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
        .filter((name) => name !== '' && !name.startsWith('type ')),
    );
    expect(imported.length).toBeGreaterThan(0);
    expect(standIn).toMatchObject(Object.fromEntries(imported.map((name) => [name, expect.anything()])));
  },
);
