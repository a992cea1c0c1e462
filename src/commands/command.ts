/** What the operator's commands share: the configured store, and faults as one sentence and an exit code. */
import { isBuilt } from '../platform/files/is-built.ts';
import { type Config, ConfigError, readProcessConfig } from '../config.ts';
import { ImportError } from '../field-data/import/candidate.ts';
import { openStore } from '../field-data/store/open.ts';
import { type Store, StoreBusyError, StoreError } from '../field-data/store/store.ts';

/** How a person calls a command where this runs. */
export function callOf(command: string): string {
  return isBuilt ? `fieldgraph ${command}` : `npm start --silent -- ${command}`;
}

/** A command called the wrong way; the message says the right one. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const exitUsage = 2;

/**
 * Runs a command over the configured store. Exits 0, or 1 with one sentence, or 2 with how to call it. `assertCallable` throws what is
 * wrong before any store is opened, which may make one.
 */
export async function runCommand(
  usage: string,
  command: (store: Store, config: Config) => Promise<void>,
  assertCallable: (config: Config) => void = () => {},
): Promise<void> {
  let store: Store | undefined;
  // `| head` has read enough and hung up: that is no fault of either side.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    if (asksForHelp()) return print(usage);
    const config = readProcessConfig();
    assertCallable(config);
    store = await openConfiguredStore(config);
    await command(store, config);
  } catch (error) {
    const isUsage = error instanceof UsageError || isParseArgsError(error);
    if (!isUsage && !isExpected(error)) throw error;
    process.exitCode = isUsage ? exitUsage : 1;
    printError(isUsage ? `${(error as Error).message}\n\n${usage}` : sentenceOf(error));
  } finally {
    await store?.close();
  }
}

/** The store of `DATABASE_URL`, else of `FIELD_DATA_DIR`. */
function openConfiguredStore(config: Config): Promise<Store> {
  return openStore({
    dataDir: config.FIELD_DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    databasePoolMax: config.DATABASE_POOL_MAX,
  });
}

function sentenceOf(error: unknown): string {
  return error instanceof StoreBusyError
    ? 'The database is in use by another process for longer than this one waits: let its import or backup end, then try again.'
    : (error as Error).message;
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof ConfigError || error instanceof StoreError || error instanceof ImportError || isMissingFile(error)
  );
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

/** `parseArgs` of node:util refuses unknown flags with its own codes. */
function isParseArgsError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Whether the command line asks how to call the command, whatever else it says. */
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
