/** Serves the files that build.ts made of src/page. Each is read and compressed when it is first requested, and cached from then on. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { contentTypeOf, createPage, immutable, type Page, safetyOf } from '../../graph/http/pages/page.ts';

const home = 'index.html';

/** A file that the build names by its content never changes under its name. */
const namedByContent = /-[A-Z0-9]{8}\.(js|css|svg)$/;

/**
 * Allows only its own origin, and no script or style in the HTML. The text of a note cannot become markup even by mistake: the browser
 * refuses every text that would be parsed as HTML (Trusted Types).
 */
const safety = safetyOf([
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types fieldgraph-worker',
]);

/** The files of a built page by path: `/`, and those that it loads under `/page/`. Its root element gets the attributes. */
export function createFieldPage(folder: URL, attributes: readonly string[] = []): Map<string, Page> {
  const pageOf = (name: string) => {
    const cacheControl = namedByContent.test(name) ? immutable : 'no-cache';
    // The worker at /page/worker.js controls `/`, the path of the page.
    const scope = name === 'worker.js' ? ['service-worker-allowed', '/'] : [];
    return createPage({
      async render() {
        const text = await readFile(new URL(name, folder), 'utf8');
        return name === home ? text.replace('<html', ['<html', ...attributes].join(' ')) : text;
      },
      contentType: contentTypeOf(name),
      headers: [...safety, 'cache-control', cacheControl, ...scope],
    });
  };
  // Files of JSON are for commands.
  const names = readdirSync(folder).filter((name) => !name.endsWith('.json'));
  return new Map(names.map((name) => [name === home ? '/' : `/page/${name}`, pageOf(name)]));
}
