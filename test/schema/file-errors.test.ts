/** Errors in files that people write: the commands report where and what, without the stack of a library. */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { sentencesOf } from '../../schema/sentences.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { copySource } from '../support/source-copy.ts';

const root = new URL('../..', import.meta.url).pathname;

test.each([
  ['is cut off', 'type Query {', /^\S+other\.graphql cannot be compared: line 1, column 13: Syntax Error: .*\n$/],
  [
    'names an unknown type',
    'type Query { a: Nope }',
    /^\S+other\.graphql cannot be compared: Unknown type "Nope"\.\n$/,
  ],
  ['does not exist', undefined, /^\S+other\.graphql cannot be compared: ENOENT: no such file.*\n$/],
])('release --check reports in one line a file that %s', async (_, text, line) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'other.graphql');
  if (text !== undefined) await writeFile(file, text);
  const { status, stderr } = spawnSync(process.execPath, ['schema/release.ts', '--check', file], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
});

test('a document with a removed field is reported with its position and the field', async () => {
  await using folder = await temporaryFolder();
  const document = join(folder.path, 'page.graphql');
  await writeFile(document, 'query Page {\n  gone\n}\n');
  const generates = { [join(folder.path, 'made/')]: { preset: 'client' as const } };
  const config = { schema: 'type Query { kept: Int }', documents: document, generates, silent: true };
  const error = await generate(config, false).catch((reason: unknown) => reason);
  const [sentence, ...others] = sentencesOf(error);
  expect(others).toEqual([]);
  expect(sentence).toMatch(/page\.graphql:2:3: Cannot query field "gone" on type "Query"\.$/);
});

test('a description that is not valid YAML is reported with its line', () => {
  try {
    parse('paths: [\n/weather: {');
    expect.unreachable();
  } catch (error) {
    expect(sentencesOf(error).join('')).toMatch(/at line \d+, column \d+/);
  }
});

test('a failed build leaves the files of the previous build, from which a service may run', async () => {
  const folder = copySource('package', 'schema/openapi.json');
  const before = join(folder, 'dist/start.cjs');
  await mkdir(join(folder, 'dist'));
  await writeFile(before, 'the build before');
  await writeFile(join(folder, 'tsconfig.build.json'), '{ "files": [] }');
  const { status, stdout } = spawnSync(process.execPath, ['package/build.ts'], { cwd: folder, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/'files' list .* is empty/)]);
  expect(await readFile(before, 'utf8')).toBe('the build before');
});
