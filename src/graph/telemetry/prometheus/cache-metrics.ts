/** Gauges of the memory that makes the next operation faster, read when Prometheus scrapes. */
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

  gauge('documents_held', 'Documents kept with what was compiled for them.', ({ documents }) => documents().count);
  gauge('documents_held_bytes', 'Memory held for them, an upper estimate.', ({ documents }) => documents().bytes);
  new Counter({
    name: 'fieldgraph_documents_evicted_total',
    help: 'Documents let go for others.',
    registers,
    collect() {
      this.reset();
      if (caches) this.inc(caches.documents().evictions);
    },
  });
  gauge('pinned_documents', 'Documents prepared at start, of manifests.', ({ pinned }) => pinned().count);
  gauge('pinned_documents_bytes', 'Memory held for them, an upper estimate.', ({ pinned }) => pinned().bytes);
  gauge('list_texts_held_bytes', 'Memory held for texts of lists whose bytes may come again.', ({ textsBytes }) =>
    textsBytes(),
  );

  gauge('timezones_held', 'Timezones kept of fields, by field and credential: at most 50,000, an hour each.', (of) =>
    of.timezones(),
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
