/** Each capability is a folder and one line: it is taken out of a copy, which then compiles, keeps its import rules and generates its files. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { compile, copySource, resetSource } from '../support/source-copy.ts';

const list = 'src/capabilities.ts';
const lines = readFileSync(new URL(`../../${list}`, import.meta.url), 'utf8').split('\n');
const removable = lines.flatMap((line) => /import\('\.\/(.+)\/capability\.ts'\)/.exec(line)?.[1] ?? []);
/** Of the page, whose server is a folder in it, all goes. */
const folderOf = (name: string) => (name === 'page/server' ? dirname(name) : name);

/** What `generate` and the walls read besides src. */
const others = [
  ...['schema', 'package', 'client', 'docs', 'bench/RESULTS.md', 'examples', '.dependency-cruiser.mjs'],
  ...['test/support/walls.ts', 'test/support/dependency-cruiser-config.d.ts', 'test/end-to-end'],
];

/** Runs a program of the copy: what it wrote to standard error. */
function run(folder: string, program: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { cwd: folder, maxBuffer: 1e8 }, (error, _out, err) => {
      resolve(error ? `${err}${error.message}` : '');
    });
  });
}

/** One for all: the compiler reads only what differs from the capability before. */
const copy = copySource(...others);

it.each(removable)('%s is taken out with its folder and its line', { timeout: 300_000 }, async (name) => {
  resetSource(copy);
  rmSync(join(copy, 'src', folderOf(name)), { recursive: true });
  writeFileSync(join(copy, list), lines.filter((line) => !line.includes(`./${name}/`)).join('\n'));
  const [types, walls, generated] = [
    await compile(copy),
    await run(copy, 'test/support/walls.ts'),
    await run(copy, 'schema/generate.ts'),
  ];
  expect({ types, walls, generated }).toEqual({ types: [], walls: '', generated: '' });
});

it('those that can be taken out are listed', () => {
  expect(removable).toEqual([
    'field-data/store/postgres',
    'graph/federation',
    'graph/mcp',
    'page/server',
    'graph/telemetry/prometheus',
    'graph/trusted-documents',
    'graph/drift',
  ]);
});
