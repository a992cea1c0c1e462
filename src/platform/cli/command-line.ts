/** Helpers of all commands: usage, --help and printing. */
import { isBuilt } from '../files/is-built.ts';

/** How a person calls a command where this runs. */
export function callOf(command: string): string {
  return isBuilt ? `fieldgraph ${command}` : `npm start --silent -- ${command}`;
}

/** A command called the wrong way; the message says the right one. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Whether the command line requests help, whatever else it says. */
export function asksForHelp(): boolean {
  return process.argv.slice(2).some((word) => word === '--help' || word === '-h');
}

/** Writes a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line to standard error. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The value of a flag that must be there. */
export function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${flag} is missing.`);
  return value;
}

/** Rows of text under a heading, in columns. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Passed to the commands of capabilities, which do not know how settings are read or stores are opened. */
export interface CommandTools<Config, Store> {
  /** Throws ConfigError. */
  readConfig(env: Record<string, string | undefined>): Config;
  /** Runs a command over the configured store, as src/commands/command.ts describes. */
  runCommand(
    usage: string,
    command: (store: Store, config: Config) => Promise<void>,
    assertCallable?: (config: Config) => void,
  ): Promise<void>;
}
