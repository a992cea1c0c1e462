/**
 * Rendered pages of notes with their validators, for as long as nothing at all is written: each use asks the store first. What is cached is
 * what the store would give again, and never who may see it: keys, scopes, quotas and fields are looked at on every request. A store that
 * cannot say whether something was written keeps none.
 */
import { LRUCache } from 'lru-cache';
import { createETag } from '../../platform/server/etag.ts';
import type { Store } from '../store/store.ts';

/** A page as it goes out. */
interface Page {
  /** JSON. */
  body: string;
  nextCursor: string | null;
}

interface KeptPage extends Page {
  etag: string;
}

export type KeptPages = ReturnType<typeof createKeptPages>;

/** All cached pages: the page used longest ago goes first. */
const bytesMax = 8 * 1024 * 1024;
/** A page of a hundred of the longest notes is not cached: it would take the place of many. */
const pageBytesMax = bytesMax / 16;
/** Overhead of an entry in addition to its texts. */
const entryBytes = 400;

/** Keeps none yet. */
export function createKeptPages({ changes }: Pick<Store, 'changes'>) {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: bytesMax,
    maxEntrySize: pageBytesMax,
    sizeCalculation: ({ body }, name) => entryBytes + bytesOf(body) + bytesOf(name),
  });
  let keptUnder: string | undefined;

  const withETag = (page: Page): KeptPage => ({ ...page, etag: createETag(page.body) });

  return {
    /** The page of this name: the cached one, where nothing was written since, or what `render` gives. Rejects as that does. */
    async find(name: string, render: () => Promise<Page>): Promise<KeptPage> {
      if (!changes) return withETag(await render());
      // Before the read: a write in between makes the page newer than what it is cached under, and the next use renders it again.
      const now = await changes();
      if (now !== keptUnder) {
        pages.clear();
        keptUnder = now;
      }
      const known = pages.get(name);
      if (known) return known;
      const page = withETag(await render());
      if (now === keptUnder) pages.set(name, page);
      return page;
    },
    /** The size now. */
    held: () => ({ bytes: pages.calculatedSize }),
  };
}

/** A text with one character beyond Latin 1 takes two bytes for each. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2;
}
