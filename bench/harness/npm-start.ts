/** The command of `npm start`, with its Node flags: the bench measures what users run. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from './server.ts';

/** The folder of the product that the bench belongs to. */
export const productFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Settings with which a busy machine causes no refusal. */
export const patient = { EVENT_LOOP_DELAY_MS_MAX: '60000', DEADLINE_MS: '60000' };

/** Returns the command of `npm start` in a folder, with this environment, on the Node that runs the bench. */
export function npmStart(env: Record<string, string>, folder = productFolder): Command {
  const { scripts } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { scripts: { start: string } };
  // Earlier commits set MALLOC_ARENA_MAX before `node`. Every contestant has it in its environment.
  const [, words] = scripts.start.split(/\bnode /);
  if (words === undefined) throw new Error(`npm start runs no node: ${scripts.start}`);
  return { command: process.execPath, args: words.split(' '), cwd: folder, env };
}
