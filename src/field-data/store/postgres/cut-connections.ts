/**
 * Connections that were cut under a statement. The database may run that statement on, for as long as it waits for a lock or a standby, so
 * each keeps its slot in the pool until it ends. Otherwise such statements would take all connections of the server.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { UnansweredStatement } from './faults.ts';

const pollMs = 1_000;

interface CutConnection {
  /** Process of the server that runs its statement. */
  pid: number;
  free(): void;
}

/** Keeps the slots. `findRunning` returns which of these processes still run a statement; if it cannot connect, all slots get free. */
export function createCutConnections(findRunning: (pids: number[]) => Promise<ReadonlySet<number>>) {
  const cut = new Set<CutConnection>();
  let isClosed = false;

  const freeAll = (which: Iterable<CutConnection>) => {
    for (const each of which) if (cut.delete(each)) each.free();
  };

  async function lookUntilFree(): Promise<void> {
    while (cut.size > 0) {
      await delay(pollMs, undefined, { ref: false });
      const looked = [...cut];
      const pids = looked.map(({ pid }) => pid);
      // No connection can be made: then a free slot is of no use to anyone, and the database may be another one soon.
      const ifUnanswered = (error: unknown) => new Set(error instanceof UnansweredStatement ? pids : []);
      const running = await findRunning(pids).catch(ifUnanswered);
      freeAll(looked.filter(({ pid }) => !running.has(pid)));
    }
  }

  return {
    add(connection: CutConnection): void {
      cut.add(connection);
      if (isClosed) freeAll(cut);
      else if (cut.size === 1) void lookUntilFree();
    },
    close(): void {
      isClosed = true;
      freeAll(cut);
    },
  };
}
