/**
 * Where the compiler names a description that changed: in the graph itself, by the file that no longer fits, without the embedded
 * service to notice first. FULL=1 compiles every change alone, the gate one of each kind and all of them at once.
 */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type ChangedDescription, changedDescriptions } from '../support/changed-descriptions.ts';
import { compile, copySource, writeContract } from '../support/source-copy.ts';

const isFull = process.env.FULL === '1';
/** The compiler waits for other tests. */
const timeout = 300_000;

let folder: string;
let committed: string;

beforeAll(async () => {
  folder = copySource();
  for (const path of [
    'field-data',
    'capabilities.ts',
    'capability.ts',
    'config.ts',
    'config',
    'start.cjs',
    'start',
    'commands',
  ]) {
    rmSync(join(folder, 'src', path), { recursive: true });
  }
  committed = await readFile(new URL('../../schema/openapi.json', import.meta.url), 'utf8');
});

it('the graph compiles without the embedded service', { timeout }, async () => {
  expect(await compile(folder)).toEqual([]);
});

/** The files that the compiler names once the description has changed so. */
async function namedFiles(changes: readonly ChangedDescription[]): Promise<string[]> {
  const live = JSON.parse(committed);
  for (const { alter } of changes) alter(live);
  await writeContract(folder, JSON.stringify(live));
  return (await compile(folder)).map((line) => line.replace(/\(.*/, ''));
}

it.each(isFull ? changedDescriptions : [])('$what: named in $named', { timeout }, async (change) => {
  expect(await namedFiles([change])).toContain(`src/graph/${change.named}`);
});

it('changes of each kind are named where each of them is felt', { timeout }, async () => {
  const changes = changedDescriptions.filter(({ isShort }) => isShort);
  expect(await namedFiles(changes)).toEqual(expect.arrayContaining(changes.map(({ named }) => `src/graph/${named}`)));
});

it.each([
  [
    'a new endpoint',
    (live: { paths: Record<string, unknown> }) =>
      Object.assign(live.paths, { '/api/v1/soil': { get: { responses: {} } } }),
  ],
])('%s is nothing to the compiler', { timeout }, async (_what, alter) => {
  const live = JSON.parse(committed);
  alter(live);
  await writeContract(folder, JSON.stringify(live));
  expect(await compile(folder)).toEqual([]);
});
