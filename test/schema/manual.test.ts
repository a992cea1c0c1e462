/** README.md and docs/*.md as readers follow them: every snippet of the text runs against the product over its sockets. */
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pendingSteps } from '../../src/field-data/store/sqlite/migrations.ts';
import { createDesk, type Desk } from '../support/manual/desk.ts';
import { type Page, readManual, type Snippet, snippetsOf } from '../support/manual/pages.ts';
import { installed } from '../support/examples.ts';
import { runSnippet } from '../support/manual/run-snippet.ts';

const manual = readManual();

/** Checks the effect of a snippet where its output does not show that it did what the page describes. */
async function expectDone({ text }: Snippet, output: string, desk: Desk): Promise<void> {
  if (text.includes('npm start -- import')) await expectImported(output, desk);
  const [, copy] = /^Copied the database to \S+\/\.data\/(\S+)\.$/m.exec(output) ?? [];
  if (text.includes('npm start -- backup')) expectCopied(`${desk.product.dataDir}/${copy}`);
  if (text.includes('npm start -- restore ')) expectRestored(desk);
  if (text.includes('npm start -- migrate')) expect(pendingIn(desk)).toEqual([]);
  if (text.includes('keys revoke')) await expectRotated(desk);
  // Written, and read again with the key.
  const [, note] = /"text":"([^"]+)"[\s\S]*api\/v1\/observations\?.*Bearer/.exec(text) ?? [];
  if (note !== undefined) expect(output.split(note)).toHaveLength(3);
}

/** The copy is an intact database that is not empty. */
function expectCopied(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true });
  expect(copy.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(copy.prepare('SELECT count(*) > 0 AS filled FROM observation').all()).toEqual([{ filled: 1 }]);
  copy.close();
}

const replaced = /^field-data\.sqlite\.\w+$/;

/** The database that the copy replaced still exists. */
function expectRestored({ product }: Desk): void {
  expect(readdirSync(product.dataDir).filter((name) => replaced.test(name))).toHaveLength(1);
}

/** The migrations that the database file lacks; `older` first removes a column, as an older file lacks it. */
function pendingIn({ product }: Desk, older?: 'older'): string[] {
  const database = new DatabaseSync(`${product.dataDir}/field-data.sqlite`);
  if (older) database.exec('ALTER TABLE field DROP COLUMN name');
  const pending = pendingSteps(database);
  database.close();
  return pending;
}

/** The older of the two keys that the page created is refused, and the newer one reads. */
async function expectRotated({ product, printed }: Desk): Promise<void> {
  const keys = printed.match(/fds_live_\w{38}/g) ?? [];
  const answers = keys.map((key) =>
    fetch(`${product.serviceUrl}/api/v1/weather?field_id=fld_demo_01`, { headers: { authorization: `Bearer ${key}` } }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 200]);
}

const isRunnable = ({ language, notRun }: Snippet) => language !== '' && notRun === undefined;
const runLines = new Set(
  manual.flatMap(({ snippets }) => snippets.filter(isRunnable)).flatMap(({ text }) => text.split('\n')),
);

/** The commands in a table of this page that `npm start` runs to completion, except those that a block of a page also shows. */
function commandsOf({ path, text }: Page): Snippet[] {
  if (path !== 'docs/troubleshooting.md') return [];
  return [...text.matchAll(/`(npm start -- [^`]+)`/g)]
    .map(([, command = '']) => ({ title: `${path} ${command}`, language: 'sh', text: command }))
    .filter((command) => !runLines.has(command.text));
}

/** The reader has a new field, a key that reads it, and its records in a file. */
async function expectImported(output: string, { product }: Desk): Promise<void> {
  const [key] = /fds_live_\w{38}/.exec(output) ?? [];
  const answer = await fetch(`${product.serviceUrl}/api/v1/weather?field_id=fld_north&from=2026-05-01&to=2026-05-02`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await answer.json()).toMatchObject({ data: [{ date: '2026-05-01', temperature_max: { value: 18.2 } }] });
  expect(readFileSync(`${product.dataDir}/north.jsonl`, 'utf8')).toContain('"date":"2026-05-01"');
}

const runnablePages = manual
  .map((page) => ({ path: page.path, runnable: [...page.snippets.filter(isRunnable), ...commandsOf(page)] }))
  .filter(({ runnable }) => runnable.length > 0);

describe.each(runnablePages)('$path', ({ runnable }) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await createDesk();
  });

  afterAll(() => desk[Symbol.asyncDispose]());

  const isProgram = ({ language }: Snippet) => language.startsWith('ts');
  it.each(runnable.filter((snippet) => !isProgram(snippet)))('$title', async (snippet) => {
    if (snippet.text.includes('npm start -- migrate')) pendingIn(desk, 'older');
    await expectDone(snippet, await runSnippet(snippet, desk), desk);
  });
  // Programs import the clients of the examples: `npm ci --prefix examples`.
  const programs = runnable.filter(isProgram);
  const lastOfSource = programs.findLast(({ text }) => text.startsWith('// src/'));
  it.skipIf(!installed).each(programs)('$title', { timeout: 600_000 }, async (snippet) => {
    await runSnippet({ ...snippet, isCompiledLater: snippet !== lastOfSource }, desk);
  });
});

describe('the manual', () => {
  const all = manual.map(({ text }) => text).join('\n');

  it.each(['fields add', 'fields import', 'fields remove', 'import', 'export', 'weather remove', 'backup', 'restore'])(
    'shows a call of the command %s',
    (command) => {
      expect(all).toMatch(new RegExp(`^npm start -- ${command} \\S`, 'm'));
    },
  );

  it.each(['/graphql', '/api/v1/weather', '/api/v1/earth-observations', '/api/v1/observations', '/sdk-release.json'])(
    'shows a call of %s',
    (path) => {
      expect(all).toMatch(new RegExp(`^curl .*${path}\\b`, 'm'));
    },
  );

  it('has no code fence that the tests would miss', () => {
    for (const { path, text, snippets } of manual) {
      expect({ path, blocks: snippets.length * 2 }).toEqual({
        path,
        blocks: text.match(/^\s*(```|~~~)/gm)?.length ?? 0,
      });
    }
  });
});

describe('a snippet', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await createDesk();
  });

  afterAll(() => desk[Symbol.asyncDispose]());

  const block = (language: string, text: string, mark = '') =>
    snippetsOf('page', `${mark}\`\`\`${language}\n${text}\n\`\`\`\n`)[0]!;

  it.each([
    ['a command that fails', block('sh', 'false\ntrue')],
    ['a problem of the service', block('sh', 'curl -s http://127.0.0.1:4001/api/v1/weather?field_id=fld_nowhere')],
    ['an error of the graph', block('graphql', '{ field(id: "fld_nowhere") { latestWeather { date } } }')],
    ['an operation that does not match the schema', block('graphql', '{ nothing }')],
    [
      'an input that the graph refuses in data',
      block(
        'graphql',
        'mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_demo_01", text: "" }) { __typename } }',
      ),
    ],
    ['a command that would install into this clone', block('sh', 'true || npm ci')],
    ['JSON with a trailing comma', block('json', '{ "a": 1, }')],
    ['a program that throws', block('ts', 'throw new Error("no");')],
    ['a component that violates its types', block('tsx', '// src/page.tsx\nexport const page = <p title={1} />;')],
    ['a language without a runner', block('cobol', 'STOP RUN.')],
    ['output that differs from the page', block('sh', 'echo no', '<!-- prints: yes -->\n')],
  ])('is refused: %s', async (_, snippet) => {
    await expect(runSnippet(snippet, desk)).rejects.toThrow();
  });

  it('may show a refusal that the page announces', async () => {
    const refused = block(
      'sh',
      'curl -s http://127.0.0.1:4001/api/v1/weather?field_id=fld_nowhere',
      '<!-- prints: "status":404 -->\n',
    );
    await expect(runSnippet(refused, desk)).resolves.toContain('not_found');
  });

  it('is skipped if the page states why', () => {
    expect(block('sh', 'npm ci', '<!-- not run: it installs -->\n')).toMatchObject({ notRun: 'it installs' });
  });

  it('writes into the clone of the reader, not into this one', async () => {
    await runSnippet(block('sh', 'echo kept > .data/kept; echo here > here'), desk);
    expect(readFileSync(`${desk.product.dataDir}/kept`, 'utf8')).toBe('kept\n');
    expect(readFileSync(`${desk.folder}/here`, 'utf8')).toBe('here\n');
  });
});
