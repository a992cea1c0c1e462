/** Writes the files of a release of the present graph. The releaser commits and tags them. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import { sentencesOf } from '../sentences.ts';
import { addEntry, readUnreleased } from './changelog.ts';
import { checkRelease } from './check-release.ts';
import { isAtLeast, nextVersion, stepOf } from './version.ts';
import { versionedFiles } from './versioned-files.ts';

/** The reason why no release is made, as a message for the person who runs the command. */
export class ReleaseRefusal extends Error {
  override name = 'ReleaseRefusal';
}

/** Files that a release is made from, relative to the root of the repository. */
export const files = {
  present: 'schema/schema.graphql',
  released: 'schema/released.graphql',
  changelog: 'CHANGELOG.md',
  manifest: 'package.json',
} as const;

/**
 * Writes released.graphql, the entry of CHANGELOG.md and every file that states the version. Returns the version. `wanted` is a version to
 * release instead of the next one, such as the first stable one. Throws ReleaseRefusal and writes nothing if the tree is dirty, nothing
 * changed, the check finds an error, or `wanted` is below the next version.
 */
export async function release(root: URL, today: string, wanted?: string): Promise<string> {
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (status !== '') throw new ReleaseRefusal('Commit or put away your changes first.');
  const present = await readGraph(new URL(files.present, root), files.present);
  const released = await readGraph(new URL(files.released, root), files.released);
  const changelog = await read(root, files.changelog);
  const current = String(JSON.parse(await read(root, files.manifest)).version);
  const { changes, errors } = await checkRelease({ released, present, changelog, today });
  if (errors.length > 0) throw new ReleaseRefusal(errors.join('\n'));
  const step = stepOf(changes, readUnreleased(changelog));
  if (step === undefined) throw new ReleaseRefusal(`Nothing changed since ${current}.`);
  const next = nextVersion(current, step);
  const version = wanted ?? next;
  if (!isAtLeast(version, next)) throw new ReleaseRefusal(`The next version is ${next}: ${version} would be too low.`);
  await write(root, files.released, present);
  await write(root, files.changelog, addEntry(changelog, { version, date: today, changes, graph: present }));
  for (const [path, rewrite] of Object.entries(versionedFiles)) {
    await write(root, path, rewrite(await read(root, path), { from: current, to: version, today }));
  }
  return version;
}

/** Reads the SDL of a graph. Throws ReleaseRefusal, which begins with the name, if the file is no graph. */
export async function readGraph(file: URL | string, name: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    buildSchema(text);
    return text;
  } catch (error) {
    throw new ReleaseRefusal(`${name} cannot be compared: ${sentencesOf(error).join(' ')}`);
  }
}

const read = (root: URL, path: string) => readFile(new URL(path, root), 'utf8');

const write = (root: URL, path: string, text: string) => writeFile(new URL(path, root), text);
