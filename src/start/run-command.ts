/** The operator's commands by name: the first word of a command line chooses one, and none of them is loaded before that. */

import { insertAfter } from '../config/insert-after.ts';
import { readConfig } from '../config.ts';
import { allCapabilities, type Capability, publishedGraph } from '../capability.ts';
import type { StartUnserved } from '../commands/command.ts';
import { printError } from '../platform/cli/command-line.ts';

type Run = NonNullable<Capability['commands']>[string];

const startUnserved: StartUnserved = async (...call) => (await import('./start.ts')).startUnserved(...call);

const own = {
  keys: () => import('../commands/keys.ts').then(({ run }) => run()),
  fields: () => import('../commands/fields.ts').then(({ run }) => run()),
  weather: () => import('../commands/weather.ts').then(({ run }) => run()),
  import: () => import('../commands/import.ts').then(({ run }) => run()),
  export: () => import('../commands/export.ts').then(({ run }) => run()),
  backup: () => import('../commands/backup.ts').then(({ run }) => run()),
  restore: () => import('../commands/restore.ts').then(({ run }) => run()),
  migrate: () => import('../commands/migrate.ts').then(({ run }) => run()),
  request: () => import('../commands/request.ts').then(({ run }) => run(startUnserved)),
  doctor: () => import('../commands/doctor/command.ts').then(({ run }) => run(startUnserved)),
  ready: () => import('../commands/ready.ts').then(({ run }) => run()),
};

const commands = new Map(
  insertAfter<Run, Capability>(Object.entries(own), 'commands', allCapabilities, (each) => each.commands),
);

/** Their names, as they are typed. */
export const commandNames = [...commands.keys()];

/** Runs the command that the first word names, with the others; false where it names none. The command sets the exit code. */
export async function runNamed([word, ...others]: readonly string[]): Promise<boolean> {
  const run = commands.get(word ?? '');
  if (run === undefined) return false;
  // Each reads its own part of the command line.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...others);
  // `| head` has read enough and closed the pipe: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    printError(`Standard output cannot be written (${error.code}).`);
    process.exit(1);
  });
  const { runCommand, runUnconfigured } = await import('../commands/command.ts');
  await run({ readConfig, runCommand, runUnconfigured, publishedGraph });
  return true;
}
