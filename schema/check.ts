/**
 * `npm run schema:check`: lists what changed since the release, and exits 1 on a break that nobody announced.
 * `npm run schema:check -- other.graphql` compares that file instead of the printed graph.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { sentencesOf } from './faults.ts';
import { type Judgement, judge } from './releases/judge.ts';
import { files } from './releases/release.ts';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

const [other] = process.argv.slice(2);

async function judgeFiles(): Promise<Judgement> {
  return judge({
    released: await read(files.released),
    present: await (other === undefined ? read(files.present) : readFile(pathToFileURL(other), 'utf8')),
    changelog: await read(files.changelog),
    today: new Date().toISOString().slice(0, 10),
  });
}

const { changes, faults } = await judgeFiles().catch((error) => {
  console.error(`${other ?? files.present} cannot be compared: ${sentencesOf(error).join(' ')}`);
  process.exit(1);
});

for (const level of ['breaking', 'dangerous', 'safe'] as const) {
  const listed = changes.filter((change) => change.level === level);
  console.log(`${listed.length} ${level}`);
  for (const { path, sentence } of listed) console.log(`  ${path}: ${sentence}`);
}
if (faults.length > 0) {
  console.error(`\n${faults.join('\n')}`);
  process.exitCode = 1;
}
