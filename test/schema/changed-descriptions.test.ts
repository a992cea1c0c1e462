/**
 * The compiler reports a changed description in the file of the graph that no longer fits, before the embedded service could notice.
 * FULL=1 compiles every change separately; by default one change of each kind is compiled, all of them at once.
 */
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compile, compileFiles, copySource, writeContract } from '../support/source-copy.ts';
import { isFull } from '../support/size.ts';

interface Change {
  what: string;
  set?: string;
  remove?: string;
  rename?: string;
  to?: unknown;
  named: string;
  short?: true;
}

const changes: Change[] = parse(readFileSync(new URL('changed-descriptions.yaml', import.meta.url), 'utf8'));
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

// biome-ignore lint/suspicious/noExplicitAny: a description is altered at will.
function alter(live: any, { set, remove, rename, to }: Change): void {
  const names = (set ?? remove ?? rename ?? '').split('.');
  const nodes = [live];
  for (const name of names.slice(0, -1)) {
    const owner = nodes[0];
    nodes.unshift(Array.isArray(owner) ? owner.find((item) => item.name === name) : owner[name]);
  }
  const [owner, above] = nodes;
  const last = names.at(-1) ?? '';
  if (Array.isArray(owner)) {
    if (set) owner.push(to);
    else
      owner.splice(
        owner.findIndex((item) => item === last || item.name === last),
        1,
      );
    return;
  }
  if (set === undefined && !(last in owner)) throw new Error(`there is no ${names.join('.')}`);
  if (rename) {
    owner[to as string] = owner[last];
    above.required = above.required?.map((name: string) => (name === last ? to : name));
  }
  if (set) owner[last] = to;
  else delete owner[last];
}

const fileOf = ({ named }: Change) => `src/graph/${named}`;

/** The files in which the compiler reports these changes, among the files that should be named and all their imports. */
async function namedFiles(altered: readonly Change[]): Promise<string[]> {
  const live = JSON.parse(committed);
  for (const change of altered) alter(live, change);
  await writeContract(folder, JSON.stringify(live));
  const errors = await compileFiles(folder, altered.map(fileOf));
  return errors.map((line) => line.replace(/\(.*/, ''));
}

it.each(isFull ? changes : [])('$what: reported in $named', { timeout }, async (change) => {
  expect(await namedFiles([change])).toContain(fileOf(change));
});

it('the compiler reports a change of each kind in the file that it breaks', { timeout }, async () => {
  const ofEachKind = changes.filter(({ short }) => short);
  expect(await namedFiles(ofEachKind)).toEqual(expect.arrayContaining(ofEachKind.map(fileOf)));
});

it('the graph compiles without the embedded service, also with a new endpoint', { timeout }, async () => {
  const live = JSON.parse(committed);
  live.paths['/api/v1/soil'] = { get: { responses: {} } };
  await writeContract(folder, JSON.stringify(live));
  expect(await compile(folder)).toEqual([]);
});
