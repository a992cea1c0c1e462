/**
 * `npm run release` writes the files of a release of the present graph, and does not commit, tag or publish. `-- 1.0.0` sets its version.
 * `-- --check` lists the changes since the last release, and exits with 1 on an error, such as a break that is not announced.
 * `-- --check other.graphql` compares that file instead of the printed graph.
 */
import { readFile } from 'node:fs/promises';
import { checkRelease } from './releases/check-release.ts';
import { files, ReleaseRefusal, readGraph, release } from './releases/release.ts';
import { readFlags, sentencesOf } from './sentences.ts';

const root = new URL('../', import.meta.url);
const today = new Date().toISOString().slice(0, 10);
const { values, positionals } = readFlags({ allowPositionals: true, options: { check: { type: 'boolean' } } });

try {
  if (values.check) await check(positionals[0]);
  else await write(positionals[0]);
} catch (error) {
  console.error(sentencesOf(error).join('\n'));
  process.exitCode = 1;
}

async function write(wanted: string | undefined): Promise<void> {
  const version = await release(root, today, wanted);
  console.log(`${version} is written. Look at ${files.changelog}, then:`);
  console.log(`  git add -A && git commit -m "Release ${version}" && git tag v${version}`);
}

async function check(other: string | undefined): Promise<void> {
  const { changes, errors } = await checkRelease({
    released: await readGraph(new URL(files.released, root), files.released),
    present: await readGraph(other ?? new URL(files.present, root), other ?? files.present),
    changelog: await readFile(new URL(files.changelog, root), 'utf8'),
    today,
  });
  for (const level of ['breaking', 'dangerous', 'safe'] as const) {
    const listed = changes.filter((change) => change.level === level);
    console.log(`${listed.length} ${level}`);
    for (const { path, sentence } of listed) console.log(`  ${path}: ${sentence}`);
  }
  if (errors.length > 0) throw new ReleaseRefusal(`\n${errors.join('\n')}`);
  console.log('\nNo errors.');
}
