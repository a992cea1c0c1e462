/** What the process holds beside operations: connections and log lines. Read where they are counted, when Prometheus asks. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../../platform/connections.ts';

export interface ProcessMetrics {
  /** Has the connections of a port shown, under its name. */
  watchPort(port: string, connections: () => ConnectionCounts): void;
  /** Has the lines shown that the log has dropped. */
  watchLog(droppedLines: () => number): void;
}

/** Registers them. */
export function createProcessMetrics(registry: Registry): ProcessMetrics {
  const ports = new Map<string, () => ConnectionCounts>();
  let droppedLines = () => 0;
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

  return {
    watchPort: (port, connections) => void ports.set(port, connections),
    watchLog(dropped) {
      droppedLines = dropped;
    },
  };
}
