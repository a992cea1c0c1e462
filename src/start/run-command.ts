/** Runs the operator's command that the first word of a command line names, or the server. None loads the code of another. */

import { insertAfter } from '../config/insert-after.ts';
import { readConfig } from '../config.ts';
import { allCapabilities, type Capability, ownDocuments, graphOf } from '../capability.ts';
import type { StartUnserved } from '../commands/command.ts';
import { endingSignals, exitBy, printError } from '../platform/cli/command-line.ts';

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

/** Names of the commands, as they are typed. */
export const commandNames = [...commands.keys()];

/** Runs the command that the first word names, or else the server until a signal stops it. Sets the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const command = commands.get(argv[0] ?? '');
  if (command === undefined) return (await import('./serve.ts')).serve([...argv], commandNames);
  // Each reads its own part of the command line.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...argv.slice(1));
  // `| head` has read enough and closed the pipe: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    printError(`Standard output cannot be written (${error.code}).`);
    process.exit(1);
  });
  // The first process of a container ignores every signal without a handler.
  if (process.pid === 1) for (const signal of endingSignals) process.once(signal, exitBy);
  const { runCommand, runUnconfigured } = await import('../commands/command.ts');
  await command({ readConfig, runCommand, runUnconfigured, graphOf, ownDocuments });
}
