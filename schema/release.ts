/**
 * `npm run release` writes the files of a release of the present graph, and does not commit, tag or publish. `-- 1.0.0` sets its version.
 * `-- --check` lists the changes since the last release, and exits with 1 on an error, such as a break that is not announced.
 * `-- --check other.graphql` compares that file instead of the printed graph.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { checkRelease } from './releases/check-release.ts';
import { files, ReleaseRefusal, release } from './releases/release.ts';
import { sentencesOf } from './sentences.ts';

const root = new URL('../', import.meta.url);
const today = new Date().toISOString().slice(0, 10);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });

try {
  if (values.check) await check(positionals[0]);
  else await write(positionals[0]);
} catch (error) {
  if (!(error instanceof ReleaseRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function write(wanted: string | undefined): Promise<void> {
  const version = await release(root, today, wanted);
  console.log(`${version} is written. Look at ${files.changelog}, then:`);
  console.log(`  git add -A && git commit -m "Release ${version}" && git tag v${version}`);
}

async function check(other: string | undefined): Promise<void> {
  const { changes, errors } = await compare(other).catch((error) => {
    throw new ReleaseRefusal(`${other ?? files.present} cannot be compared: ${sentencesOf(error).join(' ')}`);
  });
  for (const level of ['breaking', 'dangerous', 'safe'] as const) {
    const listed = changes.filter((change) => change.level === level);
    console.log(`${listed.length} ${level}`);
    for (const { path, sentence } of listed) console.log(`  ${path}: ${sentence}`);
  }
  if (errors.length > 0) throw new ReleaseRefusal(`\n${errors.join('\n')}`);
  console.log('\nNo errors.');
}

async function compare(other: string | undefined) {
  const read = (path: string) => readFile(new URL(path, root), 'utf8');
  return checkRelease({
    released: await read(files.released),
    present: await (other === undefined ? read(files.present) : readFile(pathToFileURL(other), 'utf8')),
    changelog: await read(files.changelog),
    today,
  });
}
