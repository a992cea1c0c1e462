/**
 * Reads the CPU time of another process. It uses the scheduler's nanoseconds of each thread, because the hundredths of a second of
 * /proc/PID/stat are too coarse for a short round; an ended thread counts with its last value.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns a function that reads the CPU milliseconds that all threads of a process have used so far. */
export function cpuClockOf(pid: number): () => number {
  const nsByThread = new Map<string, number>();
  return () => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const ns = readThread(pid, thread);
      if (ns !== undefined) nsByThread.set(thread, ns);
    }
    // A kernel without scheduler statistics reports 0.
    const ms = nsByThread.values().reduce((sum, ns) => sum + ns, 0) / 1e6;
    return ms > 0 ? ms : readTicksMs(pid);
  };
}

/** Returns undefined if the thread has ended. */
function readThread(pid: number, thread: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return undefined;
  }
}

function readTicksMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
