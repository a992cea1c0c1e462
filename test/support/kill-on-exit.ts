/** Leaves no process behind where a run is broken off. Vitest ends its workers by SIGTERM, after which no `exit` is emitted. */
import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

// A worker whose runner is gone is disconnected.
for (const end of ['exit', 'disconnect']) process.once(end, killAll);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killAll();
    process.kill(process.pid, signal);
  });

/** Kills a process when this one ends. */
export function killOnExit<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
