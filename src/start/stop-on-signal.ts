/** When a process stops: on the signals that ask for it, and on an error that nobody caught. */
import closeWithGrace from 'close-with-grace';

export interface StopOptions {
  /** Ends what runs. The process exits with 0 after it; with 1 where it rejects, and after an error, where there is no signal. */
  stop(signal: NodeJS.Signals | undefined): Promise<void>;
  /** How long that may take before the process exits with 1. */
  timeoutMs: number;
  /** Called with the error before the stop. */
  onFault(error: Error): void;
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** Signals of a crash: a handler in JavaScript would only keep the process from ending and leaving its core. */
const crashes = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/**
 * Stops once, at the first signal. Those that follow change nothing: Ctrl-C reaches a process from the terminal and again from npm, and the
 * second must not cut short what the first began.
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
