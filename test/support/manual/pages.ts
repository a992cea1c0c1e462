/**
 * The manual, README.md and docs/*.md, as the tests read it: each page with its snippets, so that nothing in it is shown that was not run.
 *
 * A fenced block is a snippet of its language. Three comments, on the line above a block, say what its text cannot:
 * `<!-- not run: reason -->` where a test cannot run it, `<!-- prints: text -->` where a refusal is what it shows, and
 * `<!-- stopped: reason -->` where the reader has stopped the product.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One fenced block. */
export interface Snippet {
  /** `README.md:17 curl …`: where it stands and how it begins. */
  title: string;
  /** As the fence says: `sh`, `graphql`, `json`, `ts`. Empty for none. */
  language: string;
  text: string;
  /** Why it is not run. */
  notRun?: string;
  /** What its output must hold; then it may end in a refusal. */
  prints?: string;
  /** Why the product must not run meanwhile. The next snippet starts it again. */
  stopped?: string;
  /** Whether its file is compiled with a later one of the page. */
  isCompiledLater?: boolean;
}

/** A page of the manual. */
export interface Page {
  /** From the root of the repository. */
  path: string;
  text: string;
  snippets: Snippet[];
}

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const fence = /(?:^<!-- (not run|prints|stopped): (.+) -->\n+)?^```(\S*).*\n([\s\S]*?)^```$/gm;

/** Every page of the manual, README.md first. A page that is added to docs/ is read without being named anywhere. */
export function readManual(): Page[] {
  return ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()].map((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8');
    return { path, text, snippets: snippetsOf(path, text) };
  });
}

/** The fenced blocks of a page, in order. */
export function snippetsOf(path: string, page: string): Snippet[] {
  return [...page.matchAll(fence)].map(({ index, 1: mark, 2: words, 3: language = '', 4: text = '' }) => {
    const line = page.slice(0, index).split('\n').length;
    const [start = ''] = text.split('\n');
    const snippet: Snippet = { title: `${path}:${line} ${start}`, language, text };
    if (mark === 'not run') snippet.notRun = words;
    if (mark === 'prints') snippet.prints = words;
    if (mark === 'stopped') snippet.stopped = words;
    return snippet;
  });
}
