/** Runs an example like its reader: by the command of its script in examples/package.json, in that folder. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const examplesFolder = new URL('../../examples/', import.meta.url);

/** Whether the packages of the examples are installed (`npm ci --prefix examples`). */
export const installed = existsSync(new URL('node_modules', examplesFolder));

const { scripts } = JSON.parse(readFileSync(new URL('package.json', examplesFolder), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Every example that is a program, by the name of its script. */
export const exampleNames = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('node '));

export type ExampleProcess = ChildProcessByStdio<null, Readable, Readable>;

/** Starts an example with these arguments, without npm, so that a signal reaches the program itself. */
export function spawnExample(name: string, args: string[], env: Record<string, string>): ExampleProcess {
  const [program, ...flags] = (scripts[name] ?? '').split(' ');
  if (program !== 'node') throw new Error(`examples/package.json has no script ${name} that runs node`);
  return spawn(process.execPath, [...flags, ...args], {
    cwd: fileURLToPath(examplesFolder),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  lines: string[];
  stderr: string;
}

/** The output of a process, once it has ended. */
export async function finished(child: ExampleProcess): Promise<Finished> {
  const [out, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const { exitCode: code, signalCode: signal } = child;
  return { code, signal, lines: out.split('\n').filter((line) => line !== ''), stderr };
}

/** Runs an example to its end. */
export function runExample(name: string, args: string[], env: Record<string, string>): Promise<Finished> {
  return finished(spawnExample(name, args, env));
}

/** The environment variables with the address of the graph and the key for an example. */
export function exampleEnv({ graphUrl, demoKey }: { graphUrl: string; demoKey: string | undefined }) {
  return { FIELDGRAPH_URL: `${graphUrl}/graphql`, FIELDGRAPH_API_KEY: demoKey ?? '' };
}
