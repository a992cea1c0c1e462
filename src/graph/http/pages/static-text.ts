/** A text that is the same for every caller for as long as the process runs: sent whole, or 304 to who has it. */
import { createStaticDocument } from './static-document.ts';

const secondsFresh = 300;

/** Answers GET and HEAD of the text, and 405 to any other method. The first request renders it. */
export function createTextDocument(render: () => string): (request: Request) => Promise<Response> {
  const document = createStaticDocument({
    render,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': `public, max-age=${secondsFresh}`,
    },
  });

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    return document(request);
  };
}
