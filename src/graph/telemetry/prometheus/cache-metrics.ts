/** What the gateway holds in memory to answer the next operation faster. Read where it is held, when Prometheus asks. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Held, HeldMetrics } from '../metrics.ts';

/** Registers them. */
export function createHeldMetrics(registry: Registry): HeldMetrics {
  let held: Held | undefined;
  const registers = [registry];

  function gauge(name: string, help: string, read: (held: Held) => number): void {
    new Gauge({
      name: `fieldgraph_${name}`,
      help,
      registers,
      collect() {
        if (held) this.set(read(held));
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
      if (held) this.inc(held.documents().evictions);
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
      if (held) this.inc(held.capacity().refused);
    },
  });

  return {
    watchHeld(watched) {
      held = watched;
    },
  };
}
