/**
 * The manual, README.md and docs/*.md, as the tests read it: each page with its snippets, so that tests run everything that it shows.
 *
 * A fenced block is a snippet of its language. A comment on the line above can mark it: `<!-- not run: reason -->` if a test cannot run it,
 * `<!-- prints: text -->` if it shows a refusal, `<!-- stopped: reason -->` if the product must be stopped.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One fenced block. */
export interface Snippet {
  /** Its position and beginning, such as `README.md:17 curl …`. */
  title: string;
  /** The language of the fence: `sh`, `graphql`, `json`, `ts`, or empty. */
  language: string;
  text: string;
  /** The reason why it is not run. */
  notRun?: string;
  /** Text that its output must contain; then it may end with a refusal. */
  prints?: string;
  /** The reason why the product must not run meanwhile. The next snippet restarts it. */
  stopped?: string;
  /** Whether its file is compiled with a later snippet of the page. */
  isCompiledLater?: boolean;
}

/** A page of the manual. */
export interface Page {
  /** The path from the root of the repository. */
  path: string;
  text: string;
  snippets: Snippet[];
}

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const fence = /(?:^<!-- (not run|prints|stopped): (.+) -->\n+)?^```(\S*).*\n([\s\S]*?)^```$/gm;

/** Every page of the manual, README.md first. New pages of docs/ are included automatically. */
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
