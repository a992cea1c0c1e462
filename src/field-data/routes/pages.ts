/** Pages for a person: HTML under a policy that lets nothing in from elsewhere. */
import { type Answer, answerWithETag, type Exchange } from '../requests/exchange.ts';

/** What a page may load: its empty icon, and what `sources` adds. */
function contentSecurityPolicy(sources: readonly string[]): string {
  return [
    "default-src 'none'",
    'img-src data:',
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A page of this service. `sources` are further directives of its content security policy. */
export function answerWithPage(
  exchange: Exchange,
  { title, body, sources = [] }: { title: string; body: string; sources?: readonly string[] },
): Answer {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
</head>
<body>
${body}
</body>
</html>
`;
  return answerWithETag(exchange, html, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'content-security-policy': contentSecurityPolicy(sources),
    'referrer-policy': 'no-referrer',
  });
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
