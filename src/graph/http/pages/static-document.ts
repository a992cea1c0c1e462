/**
 * A document that is the same for every caller for as long as the process runs: rendered and compressed once, revalidated by ETag, and sent
 * as a stream over the one copy of its bytes. A Response given the bytes would copy them, for each answer and whether or not it is read.
 */
import { hash } from 'node:crypto';
import { encode, preferredCoding } from '../content-coding.ts';

/** Bytes by content coding. */
type Codings = Record<'br' | 'gzip' | 'identity', Uint8Array>;

export interface StaticDocumentOptions {
  render(): string | Promise<string>;
  headers: Record<string, string>;
  /** What else than the coding the answers of the document's path depend on. */
  vary?: string;
}

/** Answers GET and HEAD of the document. The first request renders it. Rejects where that fails; the next one then tries again. */
export function createStaticDocument(options: StaticDocumentOptions): (request: Request) => Promise<Response> {
  const vary = options.vary === undefined ? 'Accept-Encoding' : `${options.vary}, Accept-Encoding`;
  let rendered: Promise<{ etag: string; codings: Codings }> | undefined;

  async function renderOnce() {
    const identity = Buffer.from(await options.render());
    const [br, gzip] = await Promise.all([encode(identity, 'br'), encode(identity, 'gzip')]);
    // A weak tag, because the same document goes out in several codings.
    return { etag: `W/"${hash('sha256', identity)}"`, codings: { br, gzip, identity } };
  }

  return async (request) => {
    rendered ??= renderOnce().catch((error) => {
      rendered = undefined;
      throw error;
    });
    const { etag, codings } = await rendered;
    const headers = new Headers({ ...options.headers, vary, etag });
    if (names(request.headers.get('if-none-match'), etag)) {
      headers.delete('content-type');
      return new Response(null, { status: 304, headers });
    }
    const coding = preferredCoding(request.headers.get('accept-encoding') ?? '') ?? 'identity';
    const bytes = codings[coding];
    if (coding !== 'identity') headers.set('content-encoding', coding);
    headers.set('content-length', String(bytes.byteLength));
    return new Response(request.method === 'HEAD' ? null : streamOf(bytes), { headers });
  };
}

const chunkBytes = 65_536;

/** The bytes in parts, each a view of them and given when the one before it was taken. */
function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, at + chunkBytes));
      at += chunkBytes;
      if (at >= bytes.byteLength) controller.close();
    },
  });
}

/** Whether If-None-Match holds the tag, by weak comparison (RFC 9110, section 13.1.2). */
function names(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
