/** Stops a process on a signal, or on an error that nobody caught. */
import closeWithGrace from 'close-with-grace';
import type { Logger } from '../platform/log/log.ts';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** Signals of a crash: a JavaScript handler would only prevent the process from ending with its core dump. */
const crashes = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/**
 * Stops once, at the first signal or at an error that nobody caught: calls `stop` with it, then exits with 0, or with 1 after an error, if
 * `stop` rejects, or after `timeoutMs`. Later signals change nothing: Ctrl-C reaches a process from the terminal and again from npm, and the
 * second must not cut short the stop. A stop that fails, takes too long or meets a further error is logged.
 */
export function stopOnSignal(
  log: Logger,
  timeoutMs: number,
  stop: (signal?: NodeJS.Signals, err?: Error) => Promise<void>,
): void {
  let received: NodeJS.Signals | undefined;
  // src/start.cjs reports an exit before the start has ended: that is no clean stop.
  const skip: closeWithGrace.AllEvents[] = [...signals, ...crashes, 'beforeExit'];
  const grace = closeWithGrace({ delay: timeoutMs, logger: log, skip }, ({ err }) => stop(received, err));
  for (const signal of signals)
    process.on(signal, () => {
      if (received !== undefined) return;
      received = signal;
      grace.close();
    });
}
