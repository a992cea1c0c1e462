/** The product's own command: what `npm start` runs is what is measured, its Node flags included. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from './server.ts';

/** The folder of the product that the bench belongs to. */
export const productFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The words of a script of the form `exec node --flag file`, or `NAME=value node file` as earlier commits have it. */
function readScript(folder: string): { settings: string[]; args: string[] } {
  const { scripts } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const at = words.indexOf('node');
  if (at === -1) throw new Error(`npm start runs no node: ${scripts.start}`);
  return { settings: words.slice(0, at).filter((word) => word.includes('=')), args: words.slice(at + 1) };
}

/** `npm start` of the product in a folder, with this environment, on the Node that runs the bench. */
export function npmStart(env: Record<string, string>, folder = productFolder): Command {
  const { settings, args } = readScript(folder);
  const own = Object.fromEntries(settings.map((setting) => setting.split('=') as [string, string]));
  return { command: process.execPath, args, cwd: folder, env: { ...own, ...env } };
}
