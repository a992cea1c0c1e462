/**
 * `npm run prepare`, also run by `npm ci` in a clone: the field page as browsers load it. Script and style are one file
 * each, named by their content like the icon, so that a browser may cache them forever. The HTML that names them is always requested again.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { mark } from '../../graph/http/pages/mark.ts';
import * as documents from '../__generated__/graphql.ts';
import { changesQuery } from '../graph/changes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder that the gateway serves, in that of the build. */
export const folder = 'page/files';

/** The compiler does not compile these files. */
export const source = 'page/';

/** As long as those of esbuild. */
const hashLength = 8;

/** Packages that are bundled; their licences are served too. */
export const bundledPackages: readonly string[] = ['idb', 'preact', 'uplot'];

/** Builds the page in memory, the same bytes for the same source. Returns its files, and esbuild's metafile. */
export async function buildPage() {
  const { outputFiles, metafile } = await build({
    entryPoints: { page: join(root, 'src/page/main.tsx'), worker: join(root, 'src/page/worker/worker.ts') },
    absWorkingDir: root,
    tsconfig: join(root, 'src/page/tsconfig.json'),
    outdir: join(root, 'dist', folder),
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'iife',
    target: ['es2022'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), bytes: contents }));
  const named = (pattern: RegExp) => {
    const file = files.find(({ name }) => pattern.test(name));
    if (file === undefined) throw new Error(`esbuild wrote nothing that is named as ${pattern}.`);
    return file;
  };
  // Browsers find a new worker at the same URL: its name must not change with its content.
  const worker = named(/^worker-.*\.js$/);
  const script = named(/^page-.*\.js$/).name;
  const style = named(/^page-.*\.css$/).name;
  const icon = `icon-${hash('sha256', mark).slice(0, hashLength).toUpperCase()}.svg`;
  const html = readFileSync(join(root, 'src/page/index.html'), 'utf8')
    .replace('./page.css', `/page/${style}`)
    .replace('./page.js', `/page/${script}`)
    .replace('./icon.svg', `/page/${icon}`);
  return {
    files: [
      ...files.filter((file) => file !== worker),
      { ...worker, name: 'worker.js' },
      { name: 'index.html', bytes: Buffer.from(html) },
      { name: icon, bytes: Buffer.from(mark) },
      { name: 'LICENSES.txt', bytes: Buffer.from(licences()) },
      // For `uses`: the log has only their hashes.
      { name: 'documents.json', bytes: Buffer.from(JSON.stringify([...Object.values(documents), changesQuery])) },
    ],
    metafile,
  };
}

/** The notices that the licences of the bundled packages require. */
function licences(): string {
  return bundledPackages
    .map((name) => {
      const location = join(root, 'node_modules', name);
      const { version } = JSON.parse(readFileSync(join(location, 'package.json'), 'utf8')) as { version: string };
      const file = readdirSync(location).find((each) => /^licen[cs]e(\.md|\.txt)?$/i.test(each));
      if (file === undefined) throw new Error(`${name} brings no licence.`);
      return `${name} ${version}\n\n${readFileSync(join(location, file), 'utf8').trim()}\n`;
    })
    .join('\n\n');
}

export const makeFiles = async () => (await buildPage()).files;
