/** What the gateway holds in memory to answer the next operation faster. Read where it is held, when Prometheus asks. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface Held {
  /** Documents and their bytes now, and how many were let go for others since the start. */
  documents(): { count: number; bytes: number; evictions: number };
  textsBytes(): number;
  /** Fields whose timezone is kept, once a credential. */
  timezones(): number;
}

export interface HeldMetrics {
  /** Has shown what is held. */
  watchHeld(held: Held): void;
}

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
  gauge('list_texts_held_bytes', 'Memory held for texts of lists whose bytes may come again.', ({ textsBytes }) =>
    textsBytes(),
  );

  gauge('timezones_held', 'Timezones kept of fields, by field and credential: at most 50,000, an hour each.', (of) =>
    of.timezones(),
  );

  return {
    watchHeld(watched) {
      held = watched;
    },
  };
}
