/** Runs an operator's command over the configured store, and reports errors as one sentence and an exit code. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import {
  asksForHelp,
  fileError,
  oneLine,
  print,
  printError,
  RefusedError,
  required,
  UsageError,
} from '../platform/cli/command-line.ts';
import { type Config, type Reader, readProcessConfig } from '../config.ts';
import { StartRefused } from '../platform/settings/setting-types.ts';
import { folderWithoutStore, openStore } from '../field-data/store/open.ts';
import { accountForm } from '../field-data/records/keys.ts';
import { ImportError } from '../field-data/import/candidate.ts';
import { storeOptions } from '../capability.ts';
import type { Store } from '../field-data/store/store.ts';
import { StoreError } from '../field-data/store/store-error.ts';
import type { Gateway } from '../graph/gateway.ts';
import type { Logger } from '../platform/log/log.ts';

/** Starts everything without a port. Rejects with the error of the store. */
export type StartUnserved = (config: Config, log: Logger) => Promise<{ gateway: Gateway; stop(): Promise<void> }>;

const exitUsage = 2;

/**
 * Runs a command over the configured store. Exits with 0, with 1 and one sentence, or with 2 and the usage. `assertCallable` throws
 * errors of the call before the store opens. A missing SQLite file is created only if `makesStore` is true.
 */
export function runCommand(
  usage: string,
  command: (store: Store, config: Config) => Promise<void>,
  { assertCallable, makesStore = false }: { assertCallable?: (config: Config) => void; makesStore?: boolean } = {},
): Promise<void> {
  let made: string | undefined;
  const program = runProgram(usage, async (config) => {
    assertCallable?.(config);
    const options = storeOptions(config);
    if (config.FIELD_DATA_URL !== undefined)
      printError(`FIELD_DATA_URL has no effect here: this command uses the database in ${options.dataDir}.`);
    const folder = await folderWithoutStore(options);
    if (folder !== undefined && !makesStore) return command(missingStore(folder), config);
    const store = await openStore(options);
    made = folder;
    try {
      await command(store, config);
    } finally {
      await store.close();
    }
  });
  // Also after an error: later commands would take the new database for the one of the service.
  return program.finally(() => printMade(made));
}

/** Replaces a missing store. It throws on first use, so that a wrong call is reported first. */
function missingStore(folder: string): Store {
  const get = () => {
    throw noStore(folder);
  };
  return new Proxy({} as Store, { get });
}

/** The error of a command that creates no database. */
export function noStore(folder: string): StoreError {
  return new StoreError(`There is no database in ${folder}: set FIELD_DATA_DIR to the folder of the service.`);
}

/** Reports on standard error that a database was created. */
export function printMade(folder: string | undefined): void {
  if (folder !== undefined) printError(`Made a new database in ${folder}.`);
}

/** Like runCommand, for a command that opens no store, or opens it itself. */
export function runProgram(usage: string, program: (config: Config) => Promise<void>, reader: Reader = 'command') {
  return runUnconfigured(usage, () => program(readProcessConfig(reader)));
}

/** Like runProgram, for a command that reads the settings itself. */
export async function runUnconfigured(usage: string, program: () => Promise<void>): Promise<void> {
  try {
    if (asksForHelp()) return print(usage);
    await program();
  } catch (error) {
    if (!(error instanceof UsageError)) return printExpected(error);
    process.exitCode = exitUsage;
    printError(error instanceof RefusedError ? error.message : `${error.message}\n\n${usage}`);
  }
}

/** Prints an error of a store, a file or a start, and sets the exit code to 1. Throws any other. */
export function printExpected(error: unknown): void {
  const isOwn = error instanceof StoreError || error instanceof StartRefused;
  const sentence = isOwn || error instanceof ImportError ? error.message : fileError(error);
  if (sentence === undefined) throw error;
  process.exitCode = 1;
  // Those of files have names from outside.
  printError(isOwn ? sentence : oneLine(sentence));
}

/** Returns whether a person agrees, by `--yes` or on a terminal. Throws RefusedError without either. */
export async function confirm(question: string, yes = false): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new RefusedError(`${question} This is no terminal: add --yes to confirm.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D reject, and leave the line of the question unfinished.
  const answer = await lines.question(`${question} [y/N] `).catch(() => {
    printError('');
    return '';
  });
  lines.close();
  const isConfirmed = /^y(es)?$/i.test(answer.trim());
  if (!isConfirmed) print('Nothing was changed.');
  return isConfirmed;
}

const barWidth = 30;
const barStepMs = 100;

/** Creates a progress bar on standard error. It draws only on a terminal. */
export function createBar(name: string): { update(done: number, total: number): void; clear(): void } {
  if (!process.stderr.isTTY) return { update: () => {}, clear: () => {} };
  let drawnAt = 0;
  return {
    update(done, total) {
      if (performance.now() - drawnAt < barStepMs) return;
      drawnAt = performance.now();
      const part = total === 0 ? 1 : done / total;
      const bar = '█'.repeat(Math.round(part * barWidth)).padEnd(barWidth, '░');
      process.stderr.write(`\r${bar} ${Math.floor(part * 100)} %  ${name}`);
    },
    clear: () => process.stderr.write('\r\u001b[2K'),
  };
}

/** Throws RefusedError for a file that exists: commands overwrite no file. */
export function assertNew(file: string): void {
  if (existsSync(file)) throw new RefusedError(`${file} exists already: name a new file.`);
}

/** The folder of the SQLite store. Throws RefusedError if the settings name a database server. */
export function sqliteFolder(config: Config): string {
  const { dataDir, openOther } = storeOptions(config);
  if (openOther)
    throw new RefusedError('This command copies the file of SQLite. For DATABASE_URL use pg_dump and pg_restore.');
  return dataDir;
}

/** Options that each take a text. */
export function texts<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<Name, { type: 'string' }>;
}

/** The value of --account. Throws UsageError. */
export function readAccount(account: string | undefined): string {
  const name = required(account, 'account');
  if (accountForm.test(name)) return name;
  throw new UsageError('--account must be small letters, digits, dots, hyphens and underscores, at most 63 of them.');
}
