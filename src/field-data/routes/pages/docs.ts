/** GET /docs: the description as a readable page. This process serves Swagger UI; the page loads nothing from other hosts. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuilt } from '../../../platform/files/is-built.ts';
import { description } from '../../records/description.ts';
import { createDocumentRoute, type Route } from '../../requests/service-request.ts';
import { createPageRoute, ownStyle, proseHtml } from './render-page.ts';

// A development dependency: the build copies its files into the package (`package/parts.ts`).
const swaggerUi = new URL(
  `${isBuilt ? '../../../browser-files/' : '../../../../node_modules/'}swagger-ui-dist/`,
  import.meta.url,
);

/** The files that the page loads. Only these are ever read, so no name in a path can lead elsewhere. */
const files: ReadonlyMap<string, URL> = new Map([
  ['swagger-ui.css', new URL('swagger-ui.css', swaggerUi)],
  ['swagger-ui-bundle.js', new URL('swagger-ui-bundle.js', swaggerUi)],
  ['theme.css', new URL('./docs.css', import.meta.url)],
  // The page's content security policy allows no inline script.
  ['start.js', new URL('./docs-start.js', import.meta.url)],
]);

// Swagger UI sets style attributes.
const sources = [
  "script-src 'self'",
  `style-src-elem 'self' ${ownStyle}`,
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
];

const installed = () => `<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/theme.css">
<div id="docs"></div>
<section class="own" aria-label="About the API">
${prose()}
</section>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>`;

const notInstalled = `<p>This page's files are not installed here: run <code>npm ci</code> without <code>--omit=dev</code>.
The description itself is at <a href="openapi.json">/openapi.json</a>.</p>`;

/** The description's own prose, which follows the operations. */
function prose(): string {
  const paragraphs = description.info.description.trim().split('\n\n');
  return paragraphs.map((paragraph) => `<p>${proseHtml(paragraph)}</p>`).join('\n');
}

/** The page, and the files that it loads, as far as they are installed. */
export function createDocsRoutes(): Route[] {
  const found = [...files].filter(([, url]) => existsSync(url));
  const body = found.length === files.size ? installed() : notInstalled;
  return [
    createPageRoute('/docs', { title: 'Reference: Field Data Service', body, sources, isStyled: true }),
    ...found.map(([name, url]) => {
      const type = `text/${name.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`;
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' };
      return createDocumentRoute(`/docs/${name}`, () => readFileSync(url), headers);
    }),
  ];
}
