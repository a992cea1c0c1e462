/** What the process is and holds beside operations: whether it is ready, its connections and log lines, and whether its limits are shared. Read where they are counted, when Prometheus asks. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../../../platform/server/connections.ts';
import type { ProcessMetrics } from '../metrics.ts';

/** Registers them. */
export function createProcessMetrics(registry: Registry): ProcessMetrics {
  const ports = new Map<string, () => ConnectionCounts>();
  let droppedLines = () => 0;
  let isReady: (() => Promise<boolean>) | undefined;
  let counts: { isShared(): boolean; countedAlone(): number } | undefined;
  const registers = [registry];

  function counterOf(name: string, help: string, count: keyof ConnectionCounts): void {
    new Counter({
      name: `fieldgraph_${name}_total`,
      help,
      labelNames: ['port'],
      registers,
      collect() {
        this.reset();
        for (const [port, connections] of ports) this.inc({ port }, connections()[count]);
      },
    });
  }

  new Gauge({
    name: 'fieldgraph_ready',
    help: '1 while `/ready` says 200, 0 while it says 503.',
    registers,
    async collect() {
      if (isReady) this.set((await isReady()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'fieldgraph_connections',
    help: 'Connections open now.',
    labelNames: ['port'],
    registers,
    collect() {
      for (const [port, connections] of ports) this.set({ port }, connections().open);
    },
  });
  counterOf('connections_refused', 'Connections refused because `CONNECTIONS_MAX` were open.', 'refused');
  counterOf('connections_unread', 'Connections cut because their peer did not read its answers.', 'unread');
  new Counter({
    name: 'fieldgraph_log_lines_dropped_total',
    help: 'Log lines dropped because standard error takes no more, or is closed.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  new Gauge({
    name: 'fieldgraph_limits_shared',
    help: '1 while limits are counted together with the other processes of `REDIS_URL`, 0 while this process counts for itself.',
    registers,
    collect() {
      // Of a process that shares with nobody, 0 would say that something is wrong.
      if (counts) this.set(counts.isShared() ? 1 : 0);
      else this.remove();
    },
  });
  new Counter({
    name: 'fieldgraph_limits_counted_locally_total',
    help: 'Requests that this process counted by itself because the server of `REDIS_URL` did not answer.',
    registers,
    collect() {
      this.reset();
      if (counts) this.inc(counts.countedAlone());
    },
  });

  return {
    watchReadiness(watched) {
      isReady = watched;
    },
    watchCounts(watched) {
      counts = watched;
    },
    watchPort: (port, connections) => void ports.set(port, connections),
    watchLog(dropped) {
      droppedLines = dropped;
    },
  };
}
