/** GET /docs: the description as a readable page. Swagger UI is served from this process; nothing comes from elsewhere. */
import { readFile } from 'node:fs/promises';
import { browserFile, hasBrowserFile } from '../../../platform/files/browser-files.ts';
import { description, isJsonObject } from '../../records/description.ts';
import { ServiceProblem } from '../../records/errors.ts';
import { answerWithETag, type Route } from '../../requests/service-request.ts';
import { docsStyle } from './docs-style.ts';
import { answerWithPage, ownStyle, proseHtml } from './render-page.ts';

// Only these files of the package are ever read, so no name in a path can lead elsewhere.
const packageFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

// A file of its own, because the policy of the page allows no script in it.
const startFile = 'start.js';
const themeFile = 'theme.css';
/** Only required parameters are filled in, so that each read runs as it is. The prose of the description follows the operations. */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const url = new URL('../openapi.json', document.currentScript.src);
const prepare = (description) => {
  delete description.info.description;
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const own = operations.flatMap(({ parameters }) => parameters ?? []);
  for (const parameter of [...own, ...Object.values(description.components.parameters)]) {
    if (parameter.required || parameter.example === undefined) continue;
    parameter.description += ' Example: \`' + parameter.example + '\`';
    delete parameter.example;
  }
  return description;
};
fetch(url).then((reply) => reply.json()).then((description) => {
  SwaggerUIBundle({ spec: prepare(description), dom_id: '#docs', deepLinking: true });
});
`;

// Swagger UI sets style attributes.
const sources = [
  "script-src 'self'",
  `style-src-elem 'self' ${ownStyle}`,
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
];

const notInstalled = `<p>This page's files are not installed here: run <code>npm ci</code> without <code>--omit=dev</code>.
The description itself is at <a href="openapi.json">/openapi.json</a>.</p>`;

/** The description's own prose, a paragraph each. */
function prose(): string {
  const text = isJsonObject(description.info) ? String(description.info.description) : '';
  return text
    .trim()
    .split('\n\n')
    .map((paragraph) => `<p>${proseHtml(paragraph)}</p>`)
    .join('\n');
}

/** The page. */
export function createDocsRoute(): Route {
  return {
    method: 'GET',
    path: '/docs',
    handle: (context) =>
      answerWithPage(context, {
        title: 'Reference: Field Data Service',
        body: !hasBrowserFile('swagger-ui-dist/swagger-ui-bundle.js')
          ? notInstalled
          : `<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/${themeFile}">
<div id="docs"></div>
<section class="own" aria-label="About the API">
${prose()}
</section>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/${startFile}"></script>`,
        sources,
        isStyled: true,
      }),
  };
}

/** The files that the page loads. Each is read once: all answers send the same bytes. */
export function createDocsFileRoute(): Route {
  const files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  function readOnce(file: string): Promise<Uint8Array<ArrayBuffer>> {
    const reading = files.get(file) ?? readFile(browserFile(`swagger-ui-dist/${file}`));
    files.set(file, reading);
    reading.catch(() => files.delete(file));
    return reading;
  }

  return {
    method: 'GET',
    path: '/docs/:file',
    async handle(context, { file = '' }) {
      const headers = { 'cache-control': 'public, max-age=3600' };
      if (file === startFile) return answerWithETag(context, start, { ...headers, 'content-type': 'text/javascript' });
      if (file === themeFile) return answerWithETag(context, docsStyle, { ...headers, 'content-type': 'text/css' });
      const type = Object.hasOwn(packageFiles, file) ? packageFiles[file] : undefined;
      if (type === undefined || !hasBrowserFile(`swagger-ui-dist/${file}`))
        throw new ServiceProblem('not_found', 'No such file.');
      return answerWithETag(context, await readOnce(file), { ...headers, 'content-type': type });
    },
  };
}
