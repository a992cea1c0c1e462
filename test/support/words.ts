/**
 * Part of `npm run lint`: counts the lines of src whose code or comments use a word of `terms.ts`, and fails above a limit. `prose.ts`
 * checks texts for callers and operators. `node test/support/words.ts src/graph` lists the lines of a folder.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { committedFiles, isOwnSource, visitNodes } from './sources.ts';
import { terms } from './terms.ts';

/** Lower this limit, but never raise it. */
const linesMax = 37;

const pattern = new RegExp(`\\b(?:${terms.flatMap(({ words }) => words).join('|')})\\b`, 'g');

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

const [folder = 'src'] = process.argv.slice(2);
const found = committedFiles(folder)
  .filter(isOwnSource)
  .flatMap((path) =>
    withoutTexts(path)
      .split('\n')
      .map((line, at) => ({ place: `${path}:${at + 1}`, words: line.match(pattern) ?? [] }))
      .filter(({ words }) => words.length > 0),
  );

if (process.argv[2] !== undefined) for (const { place, words } of found) console.log(`${place}: ${words.join(', ')}`);
else if (found.length > linesMax) {
  console.error(`${found.length} lines of src use a word that has a standard one; at most ${linesMax} may:`);
  for (const { words, instead } of terms) console.error(`  ${words.join(', ')}: ${instead}`);
  console.error('`node test/support/words.ts src` lists the lines.');
  process.exitCode = 1;
} else console.log(`words hold: ${found.length} of at most ${linesMax} lines`);
