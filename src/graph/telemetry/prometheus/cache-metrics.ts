/** Gauges of the caches, read when Prometheus scrapes. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { CacheGauges, CacheMetrics } from '../metrics.ts';

/** Registers them. */
export function createCacheMetrics(registry: Registry): CacheMetrics {
  let caches: CacheGauges | undefined;
  const registers = [registry];

  function gauge(name: string, help: string, read: (caches: CacheGauges) => number): void {
    new Gauge({
      name: `fieldgraph_${name}`,
      help,
      registers,
      collect() {
        if (caches) this.set(read(caches));
      },
    });
  }

  gauge('document_cache_entries', 'Documents in the cache.', ({ documents }) => documents().count);
  gauge(
    'document_cache_bytes',
    'Memory of the document cache, an upper estimate.',
    ({ documents }) => documents().bytes,
  );
  new Counter({
    name: 'fieldgraph_document_cache_evictions_total',
    help: 'Documents evicted because of DOCUMENTS_BYTES_MAX.',
    registers,
    collect() {
      this.reset();
      if (caches) this.inc(caches.documents().evictions);
    },
  });
  gauge('trusted_documents', 'Documents of the manifests, prepared at start.', ({ pinned }) => pinned().count);
  gauge(
    'trusted_documents_bytes',
    'Memory of the trusted documents, an upper estimate.',
    ({ pinned }) => pinned().bytes,
  );
  gauge('text_cache_bytes', 'Memory of the cached JSON of lists, an upper estimate.', ({ textsBytes }) => textsBytes());

  gauge(
    'timezone_cache_entries',
    'Timezones in the cache, by field and credential: at most 50,000, an hour each.',
    ({ timezones }) => timezones(),
  );

  gauge(
    'records_in_flight',
    'Records that operations of more than 1,000 records in flight may hold (RECORDS_IN_FLIGHT_MAX).',
    ({ capacity }) => capacity().records,
  );
  gauge(
    'unsent_answer_bytes',
    'Bytes of answers above 64 KiB that clients have not read yet (UNSENT_BYTES_MAX).',
    ({ capacity }) => capacity().unsentBytes,
  );
  new Counter({
    name: 'fieldgraph_operations_over_capacity_total',
    help: 'Operations refused with OVERLOADED because of RECORDS_IN_FLIGHT_MAX or UNSENT_BYTES_MAX.',
    registers,
    collect() {
      this.reset();
      if (caches) this.inc(caches.capacity().refused);
    },
  });

  return {
    watchCaches(watched) {
      caches = watched;
    },
  };
}
