/** GraphiQL, rendered once, whole, from our own process: it needs no other host. Compressed once and revalidated by ETag. */
import { hash } from 'node:crypto';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { encode, preferredCoding } from './content-coding.ts';
import { defaultTabs } from './graphiql-tabs.ts';
import { pageHeaders } from './security-headers.ts';

export interface GraphiqlOptions {
  endpoint: string;
  /** Filled into the headers of every tab; only the demo key may ever be given here. */
  demoKey: string | undefined;
  /** A field that exists, used by the examples. */
  fieldId: string;
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
    const coding = preferredCoding(request.headers.get('accept-encoding')) ?? 'identity';
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

async function render({ endpoint, demoKey, fieldId }: GraphiqlOptions): Promise<Page> {
  const html = renderGraphiQL({
    endpoint,
    title: 'Fieldgraph',
    defaultTabs: defaultTabs(fieldId),
    headers: JSON.stringify({ Authorization: `Bearer ${demoKey ?? '<your API key>'}` }, null, 2),
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: false,
  });
  const bytes = Buffer.from(html);
  const [br, gzip] = await Promise.all([encode(bytes, 'br'), encode(bytes, 'gzip')]);
  return { etag: `"${hash('sha256', bytes)}"`, encodings: { br, gzip, identity: new Uint8Array(bytes) } };
}
