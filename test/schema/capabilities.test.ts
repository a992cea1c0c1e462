/** Each capability is a folder and one line: it is taken out of a copy, which then compiles, keeps its import rules and generates its files. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { compile, compileEach, copySource } from '../support/source-copy.ts';

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

const copies = removable.map((name) => {
  const copy = copySource(...others);
  rmSync(join(copy, 'src', folderOf(name)), { recursive: true });
  writeFileSync(join(copy, list), lines.filter((line) => !line.includes(`./${name}/`)).join('\n'));
  return copy;
});

/** Runs a program of each copy: what it wrote to standard error. */
async function runInEach(program: string): Promise<string[]> {
  const child = fork(new URL('../support/run-in-each.ts', import.meta.url), [program, ...copies], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const errors: string[] = [];
  child.on('message', (text: string) => errors.push(text));
  await once(child, 'exit');
  return errors;
}

async function typesOfEach(): Promise<string[][]> {
  const whole = copySource(...others);
  await compile(whole);
  return compileEach(whole, copies);
}

let types: string[][];
let walls: string[];
let generated: string[];

beforeAll(async () => {
  const programs = [runInEach('test/support/walls.ts'), runInEach('schema/generate.ts')] as const;
  [types, walls, generated] = await Promise.all([typesOfEach(), ...programs]);
}, 600_000);

it.each(removable)('%s is taken out with its folder and its line', (name) => {
  const at = removable.indexOf(name);
  const outcome = { types: types[at], walls: walls[at], generated: generated[at] };
  expect(outcome).toEqual({ types: [], walls: '', generated: '' });
});

it('those that can be taken out are listed', () => {
  expect(removable).toEqual([
    'field-data/store/postgres',
    'graph/capabilities/explain',
    'graph/capabilities/live',
    'graph/capabilities/federation',
    'graph/capabilities/mcp',
    'page/server',
    'graph/telemetry/prometheus',
    'graph/capabilities/trusted-documents',
    'graph/capabilities/drift',
  ]);
});
