/** Every link inside the repository points to a file that exists, and to a heading that the page has. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { expect, it } from 'vitest';
import { root } from '../support/manual/pages.ts';

const skipped = new Set(['node_modules', '.git', '.data']);
const pages = globSync('**/*.md', { cwd: root, exclude: (name) => skipped.has(String(name).split('/').at(-1) ?? '') });

/** A page without its code, in which brackets mean nothing. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

/** The anchors that GitHub gives the headings of a page, in order. */
function anchorsOf(page: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = proseOf(page).matchAll(/^#{1,6} +(.+?) *$/gm);
  return new Set([...headings].map(([, text = '']) => slugger.slug(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))));
}

/** The error of a link of a page; undefined if the link is valid. */
function errorOf(page: string, target: string): string | undefined {
  if (/^[a-z]+:/i.test(target)) return;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (file.startsWith('..') || !existsSync(join(root, file))) return `${page}: ${target} is not there`;
  if (anchor !== undefined && !anchorsOf(file).has(anchor)) return `${page}: ${file} has no heading #${anchor}`;
}

const links = (page: string) =>
  [...proseOf(page).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, to = '']) => to);

it.each(pages)('%s links only to existing files and headings', (page) => {
  expect(
    links(page)
      .map((target) => errorOf(page, target))
      .filter(Boolean),
  ).toEqual([]);
});

it('README links to every page of docs', () => {
  const linked = links('README.md').map((target) => target.split('#')[0]);
  expect(globSync('docs/*.md', { cwd: root }).filter((page) => !linked.includes(page))).toEqual([]);
});

it('the check reads pages with links, and finds broken links', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CHANGELOG.md', 'src/ARCHITECTURE.md', 'examples/README.md']),
  );
  expect(links('README.md').length).toBeGreaterThan(10);
  expect(errorOf('README.md', 'docs/nowhere.md')).toBeTruthy();
  expect(errorOf('docs/operators.md', '#nowhere')).toBeTruthy();
  expect(errorOf('README.md', 'docs/operators.md#nowhere')).toBeTruthy();
  expect(errorOf('README.md', '../outside.md')).toBeTruthy();
  expect(errorOf('README.md', 'docs/operators.md#settings')).toBeUndefined();
});

it('README has at most 150 lines', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(150);
});
