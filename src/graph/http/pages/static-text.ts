/** A text that is the same for every caller for as long as the process runs: sent whole, or 304 to who has it. */
import { empty } from '../../../platform/server/http-reply.ts';
import { createPage, type Page, type PageOptions } from './page.ts';

const secondsFresh = 300;

/** The page of a text, which replies 405 to any method but GET and HEAD. */
export function createTextPage(render: PageOptions['render'], contentType = 'text/plain; charset=utf-8'): Page {
  const page = createPage({
    render,
    contentType,
    headers: ['x-content-type-options', 'nosniff', 'cache-control', `public, max-age=${secondsFresh}`],
  });

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405, ['allow', 'GET, HEAD']);
    return page(request);
  };
}
