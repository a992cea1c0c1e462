/** Stops a process on a signal, or on an error that nobody caught. */
import closeWithGrace from 'close-with-grace';

export interface StopOptions {
  /** Ends all work. The process exits with 0 after it, or with 1 if it rejects or after an error, which has no signal. */
  stop(signal: NodeJS.Signals | undefined): Promise<void>;
  /** Time limit of `stop`, after which the process exits with 1. */
  timeoutMs: number;
  /** Called with the error before the stop. */
  onFault(error: Error): void;
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** Signals of a crash: a JavaScript handler would only prevent the process from ending with its core dump. */
const crashes = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/**
 * Stops once, at the first signal. Later signals change nothing: Ctrl-C reaches a process from the terminal and again from npm, and the
 * second must not cut short the stop.
 */
export function stopOnSignal({ stop, timeoutMs, onFault }: StopOptions): void {
  const skip = [...signals, ...crashes];
  const grace = closeWithGrace({ delay: timeoutMs, logger: false, skip }, async ({ err }) => {
    if (err) onFault(err);
    await stop(received);
  });
  let received: NodeJS.Signals | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      if (received !== undefined) return;
      received = signal;
      grace.close();
    });
  }
}
