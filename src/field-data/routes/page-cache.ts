/**
 * Caches rendered pages of notes with their ETags. A page is valid until a note is written that its caller can see: each use checks that
 * with the store first. The cache never decides on access: keys, scopes, quotas and fields are checked on every request. A store without
 * `changes` gets no cached pages.
 */
import { LRUCache } from 'lru-cache';
import { createETag } from '../../platform/server/etag.ts';

interface CachedPage {
  /** JSON. */
  body: string;
  nextCursor: string | null;
  etag: string;
  /** The result of `Store.changes` before the read. */
  under: string | undefined;
}

type Page = Pick<CachedPage, 'body' | 'nextCursor'>;

export type PageCache = ReturnType<typeof createPageCache>;

/** Bytes of all cached pages. The least recently used page is evicted first. */
const bytesMax = 8 * 1024 * 1024;
/** Bytes of one page. A page of a hundred of the longest notes is not cached: it would evict many others. */
const pageBytesMax = bytesMax / 16;
/** Overhead of an entry in addition to its texts. */
const entryBytes = 400;

/** Creates an empty cache. */
export function createPageCache() {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: bytesMax,
    maxEntrySize: pageBytesMax,
    sizeCalculation: ({ body }, name) => entryBytes + bytesOf(body) + bytesOf(name),
  });

  return {
    /**
     * Returns the cached page of this name if its `under` is equal; otherwise that of `render`. Rejects as `render` does. `under` is
     * `Store.changes` from before the read. If it is undefined, no page is cached.
     */
    async find(name: string, under: string | undefined, render: () => Promise<Page>): Promise<CachedPage> {
      const known = pages.get(name);
      if (known && known.under === under) return known;
      const page = await render();
      const cached = { ...page, etag: createETag(page.body), under };
      if (under !== undefined) pages.set(name, cached);
      return cached;
    },
    /** The size now. */
    size: () => ({ bytes: pages.calculatedSize }),
  };
}

/** V8 stores two bytes a character if one is beyond Latin 1. Text that is not ASCII counts as such. */
const bytesOf = (text: string): number => (Buffer.byteLength(text) === text.length ? text.length : text.length * 2);
