/** A text that is the same for every caller for as long as the process runs: sent whole, or 304 to who has it. */
import { hash } from 'node:crypto';

const secondsFresh = 300;

/** Answers GET and HEAD of the text, and 405 to any other method. The first request renders it. */
export function createTextDocument(render: () => string): (request: Request) => Response {
  let rendered: ReturnType<typeof withHeaders> | undefined;

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    rendered ??= withHeaders(render());
    const { text, headers } = rendered;
    if (names(request.headers.get('if-none-match'), headers.etag)) {
      return new Response(null, { status: 304, headers: { ...headers, vary: 'Accept-Encoding' } });
    }
    return new Response(request.method === 'HEAD' ? null : text, {
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
  };
}

function withHeaders(text: string) {
  // A weak tag, because the same text also goes out compressed.
  return { text, headers: { etag: `W/"${hash('sha256', text)}"`, 'cache-control': `public, max-age=${secondsFresh}` } };
}

/** Whether If-None-Match holds the tag, by weak comparison (RFC 9110, section 13.1.2). */
function names(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
