/** The operator's commands by name: the first word of a command line chooses one, and none of them is loaded before that. */

const load = {
  keys: () => import('./keys.ts'),
  fields: () => import('./fields.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  'move-store': () => import('./move-store.ts'),
  drift: () => import('./drift.ts'),
  uses: () => import('./uses.ts'),
  ready: () => import('./ready.ts'),
} as const;

export type CommandName = keyof typeof load;

/** Their names, as they are typed. */
export const commandNames = Object.keys(load) as CommandName[];

const isCommand = (word: string | undefined): word is CommandName => word !== undefined && Object.hasOwn(load, word);

/** Runs the command that the first word names, with the others; false where it names none. The command sets the exit code. */
export async function runNamed([word, ...others]: readonly string[]): Promise<boolean> {
  if (!isCommand(word)) return false;
  // Each is a program of its own, which reads the command line it was started with.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...others);
  await load[word]();
  return true;
}
