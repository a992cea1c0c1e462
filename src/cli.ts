/** What a command line asks for: one of the operator's commands, or to serve. Neither loads the other. */
import { runNamed } from './commands/run-command.ts';

/** Runs the command that the first word names, or else the server until it is told to stop. Sets the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  if (await runNamed(argv)) return;
  const { serve } = await import('./start/serve.ts');
  await serve([...argv]);
}
