/** Renders HTML pages for people, with a content security policy that allows nothing from other hosts. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createDocumentRoute, type Route } from '../../requests/service-request.ts';

const pageStyle = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

interface PageContent {
  title: string;
  /** HTML of the part below the links that every page has. */
  body: string;
  /** Relative path from the page to the home page. Links are relative, so that a path prefix does not break them. */
  root?: './' | '../';
  /** Further directives of its content security policy. */
  sources?: readonly string[];
  /** Whether the body brings its own style sheet and its own `main`. */
  isStyled?: boolean;
}

/** The source of the content security policy that allows the page's own style sheet. */
export const ownStyle = `'sha256-${hash('sha256', pageStyle, 'base64')}'`;

/** The route of a page of this service. */
export function createPageRoute(path: string, content: PageContent): Route {
  const { sources = [`style-src ${ownStyle}`] } = content;
  return createDocumentRoute(path, () => renderPage(content), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ["default-src 'none'", 'img-src data:', ...sources, ...noWayOut].join('; '),
    'referrer-policy': 'no-referrer',
  });
}

function renderPage({ title, body, root = './', isStyled = false }: PageContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><nav aria-label="Pages">
<a href="${root}">Field Data Service</a>
<a href="${root}docs">Reference</a>
<a href="${root}problems">Problems</a>
</nav></header>
${isStyled ? body : `<main class="own">\n${body}\n</main>`}
</body>
</html>
`;
}

const noWayOut = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** Renders a sentence of the description as HTML: text in backticks as code, text between double asterisks as strong. */
export function proseHtml(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}
