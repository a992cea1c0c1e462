/** The product's own command: what `npm start` runs is what is measured, its Node flags included. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from './server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The arguments in a script of the form `exec node --flag file`. */
function readScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const at = words.indexOf('node');
  if (at === -1) throw new Error(`npm start runs no node: ${scripts.start}`);
  return words.slice(at + 1);
}

const args = readScript();

/** `npm start` with this environment, on the Node that runs the bench. */
export function npmStart(env: Record<string, string>): Command {
  return { command: process.execPath, args: [...args], cwd: root, env };
}
