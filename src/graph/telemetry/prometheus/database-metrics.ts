/** What the embedded service holds: connections to a database that it shares with others, and rendered pages. Read when Prometheus asks. */
import { Gauge, type Registry } from 'prom-client';
import type { ConnectionsInUse, DatabaseMetrics, PagesHeld } from '../metrics.ts';

/** Registers them. Without a database they have no value. */
export function createDatabaseMetrics(registry: Registry): DatabaseMetrics {
  let connections: (() => ConnectionsInUse) | undefined;
  let pages: (() => PagesHeld) | undefined;

  function gauge(name: string, help: string, key: keyof ConnectionsInUse): void {
    new Gauge({
      name: `fieldgraph_database_connections_${name}`,
      help,
      registers: [registry],
      collect() {
        this.remove();
        if (connections) this.set(connections()[key]);
      },
    });
  }

  gauge('in_use', 'Connections to PostgreSQL that a call has now.', 'inUse');
  gauge('waiting', 'Calls waiting for one of them now.', 'waiting');
  gauge('max', 'How many there may be: DATABASE_POOL_MAX.', 'max');

  new Gauge({
    name: 'fieldgraph_service_page_cache_bytes',
    help: 'Memory of the observation pages that the embedded service caches.',
    registers: [registry],
    collect() {
      if (pages) this.set(pages().bytes);
    },
  });

  return {
    watchPages(watched) {
      pages = watched;
    },
    watchDatabase(watched) {
      connections = watched;
    },
  };
}
