/** What command lines have in common: how they are called, how they ask for help, and what they print. */
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

/** What a command of a capability is handed, since it does not know who reads the settings and opens the store. */
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
