/** GraphiQL, rendered once, whole, from our own process: it needs no other host. Compressed once and revalidated by ETag. */
import { hash } from 'node:crypto';
import { encode, preferredCoding } from './content-coding.ts';
import { readRecipes } from './recipes.ts';
import { pageHeaders } from './security-headers.ts';

export interface GraphiqlOptions {
  endpoint: string;
  /** Filled into the headers of every tab; only the demo key may ever be given here. */
  demoKey: string | undefined;
}

interface Page {
  etag: string;
  /** Bytes by content coding. */
  encodings: Record<'br' | 'gzip' | 'identity', Uint8Array<ArrayBuffer>>;
}

/** Answers a browser with the page. The first request renders it; later ones send the same bytes, or 304. */
export function createGraphiqlPage(options: GraphiqlOptions): (request: Request) => Promise<Response> {
  let page: Promise<Page> | undefined;
  return async (request) => {
    page ??= render(options);
    const { etag, encodings } = await page;
    const headers = new Headers({ ...pageHeaders, ...graphiqlHeaders });
    headers.set('etag', etag);
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    const coding = preferredCoding(request.headers.get('accept-encoding') ?? '') ?? 'identity';
    if (coding !== 'identity') headers.set('content-encoding', coding);
    return new Response(request.method === 'HEAD' ? null : encodings[coding], { headers });
  };
}

const graphiqlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // The page holds the demo key and belongs to this process: a shared cache must not keep it.
  'cache-control': 'private, no-cache',
  vary: 'Accept, Accept-Encoding',
};

/**
 * GraphiQL places its tabs by an animation whose remains apply only to a focused tab: pressed, a tab jumps away from under the mouse,
 * and the click is lost. Without transforms every tab stays where it is seen.
 */
const steadyTabs = '<style>.graphiql-tab { transform: none !important; }</style>';

async function render({ endpoint, demoKey }: GraphiqlOptions): Promise<Page> {
  // Only now: the page's script is a text of 9 MB, which takes 70 MB to load, and many gateways never show it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    endpoint,
    title: 'Fieldgraph',
    defaultTabs: readRecipes(new Date()).map(({ text }) => ({ query: text })),
    // Without a demo key nothing is filled in: a key that is none would be refused on reads that need none.
    headers: JSON.stringify(demoKey === undefined ? {} : { Authorization: `Bearer ${demoKey}` }, null, 2),
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: false,
  });
  const bytes = Buffer.from(html.replace('</head>', `${steadyTabs}</head>`));
  const [br, gzip] = await Promise.all([encode(bytes, 'br'), encode(bytes, 'gzip')]);
  return { etag: `"${hash('sha256', bytes)}"`, encodings: { br, gzip, identity: new Uint8Array(bytes) } };
}
