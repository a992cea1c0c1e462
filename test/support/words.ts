/**
 * Part of `npm run lint`: counts the lines of each folder whose code or comments use a word of `terms.ts`, and fails above its limit.
 * `prose.ts` checks texts for callers and operators. `node test/support/words.ts src/graph` lists the lines of a folder.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { committedFiles, isOwnSource, visitNodes } from './sources.ts';
import { terms } from './terms.ts';

/** Lower these limits, but never raise them. */
const linesMax = { src: 17, test: 5, bench: 0, examples: 3 };

/** Files that contain the words as data, and a generated file. */
const isExempt = (path: string) => /^test\/support\/(?:terms|words|prose|documents\/types)\.ts$/.test(path);

/** The API has a member of this name. */
const apiName = 'faults';
const words = terms.flatMap((term) => term.words).filter((word) => word !== apiName);
const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, 'g');

/** Literals and parts of templates, whose kinds are consecutive. */
const isText = ({ kind }: ts.Node) =>
  kind >= ts.SyntaxKind.FirstLiteralToken && kind <= ts.SyntaxKind.LastTemplateToken;

/** The source with blanks for every text, in the same lines. */
function withoutTexts(path: string): string {
  let source = readFileSync(path, 'utf8');
  visitNodes(path, source, (node) => {
    if (!isText(node)) return;
    const start = node.getStart();
    const blank = source.slice(start, node.end).replaceAll(/[^\n]/g, ' ');
    source = source.slice(0, start) + blank + source.slice(node.end);
  });
  return source;
}

/** The lines of a folder or file that use a word. */
const linesOf = (folder: string) =>
  committedFiles(folder)
    .filter((path) => isOwnSource(path) && !isExempt(path))
    .flatMap((path) =>
      withoutTexts(path)
        .split('\n')
        .map((line, at) => ({ place: `${path}:${at + 1}`, words: line.match(pattern) ?? [] }))
        .filter(({ words }) => words.length > 0),
    );

const [listed] = process.argv.slice(2);
if (listed !== undefined) for (const { place, words } of linesOf(listed)) console.log(`${place}: ${words.join(', ')}`);
else {
  const counts = Object.entries(linesMax).map(([folder, max]) => ({ folder, max, count: linesOf(folder).length }));
  const above = counts.filter(({ count, max }) => count > max);
  for (const { folder, count, max } of above) {
    console.error(`${count} lines of ${folder} use a word that has a standard one; at most ${max} may.`);
    console.error(`\`node test/support/words.ts ${folder}\` lists the lines.`);
  }
  if (above.length > 0) {
    for (const { words, instead } of terms) console.error(`  ${words.join(', ')}: ${instead}`);
    process.exitCode = 1;
  } else
    console.log(`words hold: ${counts.map(({ folder, count, max }) => `${folder} ${count} of ${max}`).join(', ')}`);
}
