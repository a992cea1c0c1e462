/** Each capability is a folder and one line: a copy without both still compiles, has a room for each file and generates its files. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { compile, compileEach, copySource } from '../support/source-copy.ts';

const list = 'src/capabilities.ts';
const lines = readFileSync(new URL(`../../${list}`, import.meta.url), 'utf8').split('\n');
const removable = lines.flatMap((line) => /import\('\.\/(.+)\/capability\.ts'\)/.exec(line)?.[1] ?? []);
/** The server of the page is a folder inside it, so the whole page is removed. */
const folderOf = (name: string) => (name === 'page/server' ? dirname(name) : name);

/** What `generate` and the table of rooms read besides src. */
const others = [
  ...['schema', 'package', 'client', 'docs', 'bench/RESULTS.md', 'examples', '.dependency-cruiser.mjs'],
  ...['test/support/dependency-cruiser-config.d.ts', 'test/end-to-end'],
];

/** A minimum for any copy, far below the actual number. */
const filesMin = 100;

const copies = removable.map((name) => {
  const copy = copySource(...others);
  rmSync(join(copy, 'src', folderOf(name)), { recursive: true });
  writeFileSync(join(copy, list), lines.filter((line) => !line.includes(`./${name}/`)).join('\n'));
  return copy;
});

/** Generates the files of each copy; returns what each wrote to standard error. */
async function generateEach(): Promise<string[]> {
  const child = fork(new URL('../support/run-in-each.ts', import.meta.url), ['schema/generate.ts', ...copies], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const errors: string[] = [];
  child.on('message', (text: string) => errors.push(text));
  await once(child, 'exit');
  return errors;
}

/** The files without a room. A copy has fewer imports and rules than the whole, which `npm run lint` checks: nothing else can break. */
async function withoutRoom(copy: string): Promise<string[]> {
  const { rooms } = await import(join(copy, '.dependency-cruiser.mjs'));
  const places = rooms.map(([, files]: string[]) => new RegExp(`^(?:${files})`));
  const files = globSync('src/**/*.{ts,tsx,js,cjs}', { cwd: copy }).filter((path) => !path.includes('__generated__'));
  expect(files.length).toBeGreaterThan(filesMin);
  return files.filter((path) => !places.some((place: RegExp) => place.test(path)));
}

async function typesOfEach(): Promise<string[][]> {
  const whole = copySource(...others);
  await compile(whole);
  return compileEach(whole, copies);
}

let types: string[][];
let roomless: string[][];
let generated: string[];

beforeAll(async () => {
  const roomlessOfEach = Promise.all(copies.map(withoutRoom));
  [types, roomless, generated] = await Promise.all([typesOfEach(), roomlessOfEach, generateEach()]);
}, 600_000);

it.each(removable)('%s is removable with its folder and its line', (name) => {
  const at = removable.indexOf(name);
  const outcome = { types: types[at], roomless: roomless[at], generated: generated[at] };
  expect(outcome).toEqual({ types: [], roomless: [], generated: '' });
});

it('the list of removable capabilities is complete', () => {
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
