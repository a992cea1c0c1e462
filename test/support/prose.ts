/**
 * Part of `npm run lint`: textlint over all that users read, which is the Markdown, the descriptions of both APIs and the messages of src.
 * It finds words of `terms.ts`, sentences that are too long, and sentences that begin with a clause.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TextlintKernel, type TextlintRuleReporter } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { parse, visit } from 'graphql';
import { split } from 'sentence-splitter';
import ts from 'typescript';
import { committedFiles, isOwnSource, visitNodes } from './sources.ts';
import { clumsyStart, sentenceWordsMax, terms } from './terms.ts';

const name = 'textlint-rule-terminology';
const { default: terminology } = (await import(name)) as { default: { linter: TextlintRuleReporter } };

/** The plain text of Markdown: of code spans and links, only what a reader sees counts. */
const plain = (source: string) =>
  source
    .replaceAll(/`+[^`]*`+/g, 'Code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ');

const sentences: TextlintRuleReporter = ({ Syntax, RuleError, getSource, report }) => {
  const check = (node: Parameters<typeof report>[0]): void => {
    for (const { type, raw } of split(plain(getSource(node)))) {
      if (type !== 'Sentence') continue;
      // A colon ends a sentence for the count of words.
      const words = Math.max(
        ...raw.split(/: /).map((part) => part.split(' ').filter((word) => /\w/.test(word)).length),
      );
      if (words > sentenceWordsMax)
        report(node, new RuleError(`${words} words, at most ${sentenceWordsMax}: "${raw}"`));
      if (clumsyStart.test(raw)) report(node, new RuleError(`begins with a clause: "${raw}"`));
    }
  };
  return { [Syntax.Paragraph]: check, TableCell: check };
};

const pattern = ({ words, prose }: (typeof terms)[number]) => prose ?? `(?:${words.join('|')})`;
const rules = [
  { ruleId: 'sentences', rule: sentences },
  {
    ruleId: 'terms',
    rule: terminology.linter,
    options: {
      defaultTerms: false,
      terms: terms.filter(({ prose }) => prose !== null).map((term) => [pattern(term), term.instead]),
    },
  },
];
const plugins = [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }];
const kernel = new TextlintKernel();

/** The errors of a Markdown text, one per line. */
export async function lintProse(place: string, text: string): Promise<string[]> {
  const { messages } = await kernel.lintText(text, { ext: '.md', plugins, rules });
  return messages.map(({ line, message }) => `${place.includes(':') ? place : `${place}:${line}`}: ${message}`);
}

type Text = readonly [place: string, text: string];

/** The Markdown of the repository; of the changelog only the unreleased part. */
function pages(): Text[] {
  // The excluded page has figures of the bench, and is generated.
  return committedFiles('*.md', ':!bench/RESULTS.md').map((path) => {
    const text = readFileSync(path, 'utf8');
    const end = path === 'CHANGELOG.md' ? text.indexOf('\n## ', text.indexOf('## Unreleased') + 1) : undefined;
    return [path, text.slice(0, end)];
  });
}

/** The descriptions of the graph. */
function descriptionsOfGraph(): Text[] {
  const path = 'schema/schema.graphql';
  const found: Text[] = [];
  visit(parse(readFileSync(path, 'utf8')), {
    StringValue: ({ value, loc }, key) => {
      if (key === 'description') found.push([`${path}:${loc?.startToken.line}`, value]);
    },
  });
  return found;
}

/** The descriptions and summaries of REST. */
function descriptionsOfRest(node: unknown, place = 'schema/openapi.yaml: '): Text[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]): Text[] =>
    typeof value === 'string' && /^(?:description|summary)$/.test(key)
      ? [[place, value]]
      : descriptionsOfRest(value, `${place}/${key}`),
  );
}

/** The sentences in the code of a file: literals and JSX text of four words or more that are neither queries nor markup. */
export function messagesOf(path: string, source: string): Text[] {
  const found: Text[] = [];
  visitNodes(path, source, (node, file) => {
    const text = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('X')
      : ts.isStringLiteralLike(node) || ts.isJsxText(node)
        ? node.text
        : '';
    const isSentence = text.trim().split(/\s+/).length >= 4 && !/[{}<>]|^\s*[A-Z]{4,} |\n\n/.test(text);
    if (isSentence)
      found.push([`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, text.trim()]);
  });
  return found;
}

function messages(): Text[] {
  return committedFiles('src', 'client')
    .filter(isOwnSource)
    .flatMap((path) => messagesOf(path, readFileSync(path, 'utf8')));
}

const textsMin = 1_000;

/** All texts that users read. */
async function lintAll(): Promise<{ texts: number; found: string[] }> {
  const rest = descriptionsOfRest(JSON.parse(readFileSync('schema/openapi.json', 'utf8')));
  const all = [...pages(), ...descriptionsOfGraph(), ...rest, ...messages()];
  const texts = [...new Map(all.map(([place, text]) => [text, place]))];
  const found: string[] = [];
  for (const [text, place] of texts) found.push(...(await lintProse(place, text)));
  if (texts.length < textsMin) found.push(`only ${texts.length} texts seen: not all was read`);
  return { texts: texts.length, found };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { texts, found } = await lintAll();
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
  else console.log(`prose holds: ${texts} texts`);
}
