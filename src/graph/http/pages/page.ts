/**
 * A page that is the same for every caller for as long as the process runs: rendered and compressed once, revalidated by ETag, and sent
 * from the one copy of its bytes.
 */
import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { preferredCoding } from '../../../platform/server/compression.ts';
import { etagMatcher } from '../../../platform/server/etag.ts';
import { empty, encode, type HeaderList, headerOf, type Reply } from '../../../platform/server/http-reply.ts';
import type { HttpRequest } from '../../../platform/server/http-request.ts';

/** Replies to requests of a page. */
export type Page = (request: Pick<HttpRequest, 'method' | 'headers'>) => Promise<Reply>;

/** The same page, which refuses any method but GET and HEAD. */
export function readOnly(page: Page): Page {
  return async (request) =>
    request.method === 'GET' || request.method === 'HEAD' ? page(request) : empty(405, ['allow', 'GET, HEAD']);
}

/** Headers of a page that loads only what these directives allow. Other sites cannot frame it, and linked sites receive no URL of ours. */
export function safetyOf(directives: readonly string[]): HeaderList {
  const always = ["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return [
    ...['content-security-policy', ["default-src 'none'", ...directives, ...always].join('; ')],
    ...['x-frame-options', 'DENY'],
    ...['x-content-type-options', 'nosniff'],
    ...['referrer-policy', 'no-referrer'],
  ];
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The content type of a file of a page, by its extension. */
export const contentTypeOf = (name: string): string => contentTypes[extname(name)] ?? 'application/octet-stream';

/** Cache-Control of a file that is named by its content: anyone may store it for a year. */
export const immutable = 'public, max-age=31536000, immutable';

interface PageOptions {
  render(): string | Promise<string>;
  contentType: string;
  headers: HeaderList;
  /** Request headers that the replies of the page's path depend on, besides Accept-Encoding. */
  varies?: string;
}

/** Smaller than gzip, which the quality of other replies is not. The first request waits for it: higher ones take far longer. */
const brotliQuality = 6;

/** Makes the page of a text. The first request renders it, and rejects if that fails; the next one retries. */
export function createPage({ render, contentType, headers, varies }: PageOptions): Page {
  const vary = varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`;
  const isPublic = headerOf(headers, 'cache-control')?.startsWith('public') || undefined;
  let rendered: ReturnType<typeof renderOnce> | undefined;

  async function renderOnce() {
    const identity = Buffer.from(await render());
    const [br, gzip] = await Promise.all([encode.br(identity, brotliQuality), encode.gzip(identity)]);
    // A weak tag, because the same page goes out in several codings.
    return { etag: `W/"${hash('sha256', identity)}"`, codings: { br, gzip, identity } };
  }

  return readOnly(async (request) => {
    rendered ??= renderOnce().catch((error) => {
      rendered = undefined;
      throw error;
    });
    const { etag, codings } = await rendered;
    const sent = [...headers, 'vary', vary, 'etag', etag];
    if (etagMatcher(request.headers.get('if-none-match'))(etag))
      return { status: 304, headers: sent, body: '', isPublic };
    const coding = preferredCoding(request.headers.get('accept-encoding') ?? '') ?? 'identity';
    const bytes = codings[coding];
    sent.push('content-type', contentType, 'content-length', String(bytes.byteLength));
    if (coding !== 'identity') sent.push('content-encoding', coding);
    return { status: 200, headers: sent, body: [bytes], isCoded: true, isPublic };
  });
}

const secondsFresh = 300;

/** Makes the page of a text that anyone may store for some minutes. */
export function createTextPage(render: PageOptions['render'], contentType = 'text/plain; charset=utf-8'): Page {
  const headers = ['x-content-type-options', 'nosniff', 'cache-control', `public, max-age=${secondsFresh}`];
  return createPage({ render, contentType, headers });
}
