/** The operator's commands by name: the first word of a command line chooses one, and none of them is loaded before that. */

import { insertAfter } from '../config/insert-after.ts';
import { readConfig } from '../config.ts';
import { allCapabilities, type Capability } from '../capability.ts';

type Run = NonNullable<Capability['commands']>[string];

const own = {
  keys: () => import('./keys.ts'),
  fields: () => import('./fields.ts'),
  weather: () => import('./weather.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  migrate: () => import('./migrate.ts'),
  request: () => import('./request.ts'),
  doctor: () => import('./doctor/command.ts'),
  ready: () => import('./ready.ts'),
};

const added = allCapabilities.map(({ after, commands = {} }) => ({
  after: after.commands,
  entries: Object.entries(commands),
}));
const commands = new Map(insertAfter<Run>(Object.entries(own), added));

/** Their names, as they are typed. */
export const commandNames = [...commands.keys()];

/** Runs the command that the first word names, with the others; false where it names none. The command sets the exit code. */
export async function runNamed([word, ...others]: readonly string[]): Promise<boolean> {
  const run = commands.get(word ?? '');
  if (run === undefined) return false;
  // Each is a program of its own, which reads the command line it was started with.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...others);
  const { runCommand } = await import('./command.ts');
  await run({ readConfig, runCommand });
  return true;
}
