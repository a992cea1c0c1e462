/** The operator's commands by name: the first word of a command line chooses one, and none of them is loaded before that. */

import { insertAfter } from '../config/insert-after.ts';
import { readConfig } from '../config.ts';
import { allCapabilities, type Capability } from '../capability.ts';

type Run = NonNullable<Capability['commands']>[string];

const own = {
  keys: () => import('./keys.ts').then(({ run }) => run()),
  fields: () => import('./fields.ts').then(({ run }) => run()),
  weather: () => import('./weather.ts').then(({ run }) => run()),
  import: () => import('./import.ts').then(({ run }) => run()),
  export: () => import('./export.ts').then(({ run }) => run()),
  backup: () => import('./backup.ts').then(({ run }) => run()),
  restore: () => import('./restore.ts').then(({ run }) => run()),
  migrate: () => import('./migrate.ts').then(({ run }) => run()),
  request: () => import('./request.ts').then(({ run }) => run()),
  doctor: () => import('./doctor/command.ts').then(({ run }) => run()),
  ready: () => import('./ready.ts').then(({ run }) => run()),
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
  const { runCommand } = await import('./command.ts');
  await run({ readConfig, runCommand });
  return true;
}
