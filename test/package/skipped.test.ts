import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { cures, curesOf, hintOf } from '../support/gate-reporter.ts';
import { ofBrowser, ofLoad, ofPostgresByProcesses, ofProcesses } from '../vitest.config.ts';

test('the report of skipped tests names their files, with the command that installs what they need', () => {
  const files = ['test/examples/clients.test.ts', 'test/browser/graphiql.test.ts', 'test/examples/other.test.ts'];
  expect(curesOf(files)).toEqual([
    'skipped in test/examples/clients.test.ts, test/examples/other.test.ts: to run it, npm ci --prefix examples',
    expect.stringMatching(/^skipped in test\/browser\/graphiql\.test\.ts: to run it, .*CHROMIUM_PATH/),
  ]);
});

test('the report counts the files that npm test leaves out under its paths, with the command that runs them', () => {
  const start = ['node', 'vitest', 'run', '--config', 'test/vitest.config.ts'];
  const leftOut = ['test/schema/manual.test.ts', 'test/schema/prose.test.ts', 'test/load/overload.test.ts'];
  const hint = (count: number) => [
    `left out files that start processes (${count}): npm run test:all -- PATH runs them`,
  ];
  expect(hintOf(leftOut, start)).toEqual(hint(3));
  for (const path of ['test/schema', './test/schema/', `${process.cwd()}/test/schema`])
    expect(hintOf(leftOut, [...start, path, '-u'])).toEqual(hint(2));
  expect(hintOf(leftOut, [...start, 'test/schema/manual.test.ts:12'])).toEqual(hint(1));
  expect(hintOf(leftOut, [...start, 'test/graph'])).toEqual([]);
  expect(hintOf([], start)).toEqual([]);
});

const cwd = new URL('../..', import.meta.url).pathname;
const files = globSync('test/*/**/*.test.ts', { cwd, exclude: ['**/node_modules/**'] });
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(`${cwd}${file}`, 'utf8')));

test('npm test leaves out each file that starts the product as a separate process', () => {
  const starting = filesWith(/\b(startProcess|runCommand|spawnInTerminal)\(|\(\[entry, /);
  expect(starting.length).toBeGreaterThan(20);
  const apart = [...ofProcesses, ...ofLoad, ...ofBrowser, ...ofPostgresByProcesses];
  expect(starting.filter((file) => !apart.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test('the report has a command for each file that may skip a test', () => {
  const skipping = filesWith(/skipIf\(|runIf\(|skip: ![a-z]/);
  expect(skipping.length).toBeGreaterThan(20);
  expect(curesOf(skipping).filter((line) => line.includes('nothing is missing'))).toEqual([]);
});

test('each command of the report belongs to files that exist', () => {
  expect(cures.filter(([files]) => globSync(`${files}{,*}`, { cwd }).length === 0)).toEqual([]);
});
