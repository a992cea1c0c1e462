/**
 * The operator's commands in this process, by the function that the entry point calls, so that modules are loaded once for all tests. Tests
 * of exit codes, pipes and signals, and that nothing keeps the process alive, need `runCommand`.
 */
import { type Duplex, PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { vi } from 'vitest';
import { run } from '../../src/start/run-command.ts';
import type { CommandOptions, Ran } from './command.ts';

/** Collects the output of a command. */
const createSink = (): Duplex => new PassThrough({ highWaterMark: 2 ** 30, encoding: 'utf8' });

/** Runs a command to its end, one at a time; rejects if a process would end with an uncaught error. */
export async function runHere(
  words: readonly string[],
  { cwd, env }: Pick<CommandOptions, 'cwd' | 'env'> = {},
): Promise<Ran> {
  const own = { argv: process.argv, env: process.env, exitCode: process.exitCode, cwd: process.cwd() };
  const [out, err] = [createSink(), createSink()];
  const spies = [
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(out as typeof process.stdout),
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(err as typeof process.stderr),
    // A command ends the process as its last step.
    vi.spyOn(process, 'exit').mockImplementation((() => {}) as typeof process.exit),
  ];
  process.argv = [process.execPath, 'start.cjs', ...words];
  process.env = { PATH: own.env.PATH, ...env };
  process.exitCode = undefined;
  if (cwd !== undefined) process.chdir(cwd);
  try {
    await run(words);
    await finished(out.end(), { readable: false });
    return { code: Number(process.exitCode ?? 0), out: out.read() ?? '', err: err.read() ?? '' };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(own.cwd);
    Object.assign(process, { argv: own.argv, env: own.env, exitCode: own.exitCode });
  }
}
