/** Runs what a command line requests: one of the operator's commands, or the server. Neither loads the other. */
import { runNamed } from './run-command.ts';

/** Runs the command that the first word names, or else the server until a signal stops it. Sets the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  if (await runNamed(argv)) return;
  const { serve } = await import('./serve.ts');
  await serve([...argv]);
}
