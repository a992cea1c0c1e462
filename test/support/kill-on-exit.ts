/** Kills child processes if a run is interrupted. Vitest ends its workers by SIGTERM, which emits no `exit`. */
import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

// A worker is disconnected if its runner is gone.
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
