/**
 * Rendered pages of notes with their validators, each until a note is written that its caller can see: each use calls the store first. What
 * is cached is what the store would give again, and never who may see it: keys, scopes, quotas and fields are looked at on every request. A
 * store that cannot say whether something was written keeps none.
 */
import { LRUCache } from 'lru-cache';
import { createETag } from '../../platform/server/etag.ts';

interface CachedPage {
  /** JSON. */
  body: string;
  nextCursor: string | null;
  etag: string;
  /** What the store said of its view before it was read. */
  under: string | undefined;
}

type Page = Pick<CachedPage, 'body' | 'nextCursor'>;

export type PageCache = ReturnType<typeof createPageCache>;

/** All cached pages: the page used longest ago goes first. */
const bytesMax = 8 * 1024 * 1024;
/** A page of a hundred of the longest notes is not cached: it would take the place of many. */
const pageBytesMax = bytesMax / 16;
/** Overhead of an entry in addition to its texts. */
const entryBytes = 400;

/** Empty at first. */
export function createPageCache() {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: bytesMax,
    maxEntrySize: pageBytesMax,
    sizeCalculation: ({ body }, name) => entryBytes + bytesOf(body) + bytesOf(name),
  });

  return {
    /**
     * The page of this name: the cached one, where `under` is what it was rendered under, or what `render` gives. Rejects as that does.
     * `under` is `Store.changes` from before the read; where the store has none, no page is cached.
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

/** A text with one character beyond Latin 1 takes two bytes for each. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2;
}
