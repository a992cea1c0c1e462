/** The connections of the embedded service to its database, where that is one it shares with others. Read when Prometheus asks. */
import { Gauge, type Registry } from 'prom-client';

export interface ConnectionsInUse {
  inUse: number;
  /** Calls that wait for one to get free. */
  waiting: number;
  max: number;
}

export interface DatabaseMetrics {
  /** Has shown what the pool of connections does. */
  watchDatabase(connections: () => ConnectionsInUse): void;
}

/** Registers them. Without a database they have no value. */
export function createDatabaseMetrics(registry: Registry): DatabaseMetrics {
  let connections: (() => ConnectionsInUse) | undefined;

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

  return {
    watchDatabase(watched) {
      connections = watched;
    },
  };
}
