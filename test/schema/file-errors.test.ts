/** Errors in files and flags that people write: the commands report where and what, without the stack of a library. */
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { sentencesOf } from '../../schema/sentences.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { copySource } from '../support/source-copy.ts';

const root = new URL('../..', import.meta.url).pathname;

const run = (cwd: string, ...args: string[]) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

/** A copy of all that `npm run generate` reads. */
const copyGenerator = () =>
  copySource('schema', 'client', 'docs', 'bench/RESULTS.md', 'examples', '.dependency-cruiser.mjs', 'test/end-to-end');

test('generate names every document of a removed field, those of tools included', async () => {
  const folder = copyGenerator();
  const record = join(folder, 'src/graph/schema/weather/record.ts');
  await writeFile(record, (await readFile(record, 'utf8')).replace(/^.*temperature_max:.*$/m, ''));
  const { status, stderr } = run(folder, 'schema/generate.ts');
  const [heading, ...sentences] = stderr.trimEnd().split('\n');
  expect([status, heading]).toEqual([1, 'Not everything could be made:']);
  const form = /^ {2}(\S+):\d+:\d+: Cannot query field "temperatureMax" on type "WeatherRecord"\. .*$/;
  const files = sentences.map((sentence) => form.exec(sentence)?.[1]);
  expect(files).not.toContain(undefined);
  expect(files).toEqual(
    expect.arrayContaining([
      'src/page/documents/weather.graphql',
      'test/end-to-end/ten-queries.test.ts',
      'examples/fetch/main.ts',
      'src/graph/capabilities/mcp/documents/changes-since.graphql',
      'src/graph/capabilities/mcp/documents/field-now.graphql',
    ]),
  );
});

test('generate writes nothing for documents with errors of syntax, and reports each with its position', async () => {
  const folder = copyGenerator();
  await appendFile(join(folder, 'src/page/documents/add-note.graphql'), 'query {\n');
  await appendFile(join(folder, 'src/page/documents/weather.graphql'), '}\n');
  await appendFile(join(folder, 'src/graph/capabilities/mcp/documents/add-observation.graphql'), 'query {\n');
  const example = join(folder, 'examples/fetch/main.ts');
  await writeFile(example, (await readFile(example, 'utf8')).replace('query Dashboard(', '{ {'));
  const { status, stdout, stderr } = run(folder, 'schema/generate.ts');
  expect([status, stdout]).toEqual([1, '']);
  expect(
    stderr
      .replaceAll(/:\d+:1:/g, ':LAST:1:')
      .trimEnd()
      .split('\n'),
  ).toEqual([
    'Not everything could be made:',
    '  src/page/documents/add-note.graphql:LAST:1: Syntax Error: Expected Name, found <EOF>.',
    '  src/page/documents/weather.graphql:LAST:1: Syntax Error: Unexpected "}".',
    '  examples/fetch/main.ts:7:5: Syntax Error: Expected Name, found "{".',
    '  src/graph/capabilities/mcp/documents/add-observation.graphql:LAST:1: Syntax Error: Expected Name, found <EOF>.',
  ]);
});

test.each([
  ['schema/generate.ts', '--chek'],
  ['schema/generate.ts', 'check'],
  ['schema/release.ts', '--chek'],
  ['bench/count.ts', '--chek'],
  ['package/sbom.ts', '--chek'],
  ['test/mutation/run.ts', '--chek'],
])('%s %s is refused in one line', (command, word) => {
  expect(run(root, command, word)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Un.+\n$/),
  });
});

test('release --check names the released graph if that is the one with an error', async () => {
  const folder = copySource('schema', 'CHANGELOG.md');
  await writeFile(join(folder, 'schema/released.graphql'), 'type { nonsense');
  expect(run(folder, 'schema/release.ts', '--check')).toMatchObject({
    status: 1,
    stderr: 'schema/released.graphql cannot be compared: line 1, column 6: Syntax Error: Expected Name, found "{".\n',
  });
});

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
  const { status, stderr } = run(root, 'schema/release.ts', '--check', file);
  expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
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
  const { status, stdout } = run(folder, 'package/build.ts');
  expect([status, stdout]).toEqual([1, expect.stringMatching(/'files' list .* is empty/)]);
  expect(await readFile(before, 'utf8')).toBe('the build before');
});
