/** The product's own command: what `npm start` runs is what is measured, its Node flags and environment included. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from './server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The words of a script of the form `NAME=value node --flag file`. */
function readScript(): { settings: string[]; args: string[] } {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const at = words.indexOf('node');
  if (at === -1) throw new Error(`npm start runs no node: ${scripts.start}`);
  return { settings: words.slice(0, at), args: words.slice(at + 1) };
}

const { settings, args } = readScript();

/** `npm start` with this environment, on the Node that runs the bench. */
export function npmStart(env: Record<string, string>): Command {
  const own = Object.fromEntries(settings.map((setting) => setting.split('=') as [string, string]));
  return { command: process.execPath, args: [...args], cwd: root, env: { ...own, ...env } };
}
