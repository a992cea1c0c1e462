/** Helpers of all commands: usage, options, --help and printing. */
import { constants } from 'node:os';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { isBuilt } from '../files/is-built.ts';
import { tryOr } from '../sync/try-or.ts';

const startPath = fileURLToPath(new URL('../../start.cjs', import.meta.url));

/**
 * Returns how a person calls the built program, by default by its path from this folder. npm links `fieldgraph` only where it installed the
 * package, not in a build or an image.
 */
export function builtProgram(path = pathFromHere()): string {
  return startPath.includes(`${sep}node_modules${sep}`) ? 'fieldgraph' : `node ${path}`;
}

/** Returns how a person calls a command of this installation. */
export function callOf(command: string, path?: string): string {
  return isBuilt ? `${builtProgram(path)} ${command}` : `npm start --silent -- ${command}`;
}

function pathFromHere(): string {
  // This folder may have been removed.
  const below = tryOr(() => relative(process.cwd(), startPath), '..');
  const path = below.startsWith('..') ? startPath : below;
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** A wrong call of a command. The message says how to call it. */
export class UsageError extends Error {}

/** A correct call that does not fit the stored data, its file or the environment. Printed without the usage. */
export class RefusedError extends UsageError {}

/** Whether the command line requests help, whatever else it says. */
export const asksForHelp = (): boolean => process.argv.slice(2).some((word) => word === '--help' || word === '-h');

/** Reads the options and words of the command line. Throws UsageError with every error in the options, in words of ours. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(options: Options) {
  const { tokens, ...read } = parseArgs({ options, strict: false, tokens: true });
  const given = new Set<string>();
  const errors = tokens.flatMap((token) => {
    if (token.kind !== 'option') return [];
    const { name, rawName, value, inlineValue } = token;
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) return [`There is no option ${rawName}.`];
    if (type === 'boolean') return value === undefined ? [] : [`${rawName} takes no value.`];
    // Unlike a strict parse, this takes `--longitude -122.3`.
    if (value === undefined || (!inlineValue && /^-[^\d.]/.test(value))) return [`${rawName} needs a value.`];
    const isTwice = given.has(name) && !options[name]?.multiple;
    given.add(name);
    return isTwice ? [`${rawName} is given twice.`] : [];
  });
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  return read as ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;
}

/**
 * The verb of a command line, its word and its options. Throws UsageError for a verb that is not in `verbs`, and for words and options
 * that the verb does not use. Words of `verbs` are the options a verb uses, and `word` for one word after it.
 */
export function readVerb<const Options extends ParseArgsOptionsConfig, Verb extends string>(
  options: Options,
  verbs: Readonly<Record<Verb, readonly ('word' | (string & keyof Options))[]>>,
) {
  const { positionals, values } = readOptions(options);
  const [first, ...words] = positionals;
  const verb = (Object.keys(verbs) as Verb[]).find((name) => name === first);
  if (verb === undefined) throw new UsageError(`Say ${choice.format(Object.keys(verbs))}.`);
  const used: readonly string[] = verbs[verb];
  const unusedOptions = Object.keys(values).filter((name) => !used.includes(name));
  const unused = [...words.slice(used.includes('word') ? 1 : 0), ...unusedOptions.map((name) => `--${name}`)];
  if (unused.length > 0) throw new UsageError(`${verb} does not use ${choice.format(unused)}: leave it out.`);
  return { verb, word: words[0], values };
}

const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Describes a system error of a file in a sentence. Undefined for any other error. */
export function fileError(error: unknown): string | undefined {
  // The error of a folder that is read as a file has no path.
  if (error instanceof Error && 'code' in error && error.code === 'EISDIR' && !('path' in error))
    return 'The path is a folder: name a file in it.';
  if (!(error instanceof Error && 'syscall' in error && 'path' in error && 'code' in error)) return undefined;
  const { code, path } = error;
  if (code === 'ENOENT') return `There is no such file or folder: ${path}.`;
  if (code === 'EISDIR') return `${path} is a folder: name a file.`;
  if (code === 'EACCES' || code === 'EPERM') return `This user may not use ${path}.`;
  if (code === 'ENOSPC') return `The disk of ${path} is full: free some space.`;
  return `${path} cannot be used (${code}).`;
}

/** Signals by which people and supervisors end a command. */
export const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Added to the number of a signal: the exit code by which shells report it. */
const signalBase = 128;

/** Exits as if the signal had ended the process. */
export function exitBy(signal: (typeof endingSignals)[number]): never {
  process.exit(signalBase + constants.signals[signal]);
}

/** Calls `end` before a signal ends the process. Call the result to stop that. */
export function beforeSignal(end: () => void): () => void {
  const listener = (signal: (typeof endingSignals)[number]) => {
    end();
    process.kill(process.pid, signal);
    // The first process of a container does not end by that.
    exitBy(signal);
  };
  // Before any handler that exits.
  for (const signal of endingSignals) process.prependOnceListener(signal, listener);
  return () => {
    for (const signal of endingSignals) process.off(signal, listener);
  };
}

/** Writes a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line to standard error. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Makes an untrusted text one line, with `?` for control characters, which could clear a terminal or forge lines. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, '?');

/** Returns the value of a required flag. */
export function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${flag} is missing.`);
  return printable(value, flag);
}

/** The value of a flag. Throws UsageError for control characters, which move the cursor of a terminal. */
export function printable(value: string, flag: string): string {
  if (oneLine(value) !== value) throw new UsageError(`--${flag} must be one line without control characters.`);
  return value;
}

/** Returns the value of a flag as one of these words. Throws UsageError. */
export function oneOf<Word extends string>(value: string, words: readonly Word[], flag: string): Word {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  throw new UsageError(`--${flag} must be ${words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')}.`);
}

/** Prints rows of text under a heading, in columns. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) =>
    lines.reduce((most, line) => Math.max(most, (line[column] ?? '').length), 0),
  );
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    print(cells.join('  ').trimEnd());
  }
}

/** Passed to the commands of capabilities, which do not know how settings are read or stores are opened. */
export interface CommandTools<Config, Store> {
  /** Throws ConfigError. */
  readConfig(env: Record<string, string | undefined>): Config;
  /** Runs a command over the configured store, as src/commands/command.ts describes. */
  runCommand(
    usage: string,
    command: (store: Store, config: Config) => Promise<void>,
    options?: { assertCallable?: (config: Config) => void },
  ): Promise<void>;
  /** Like runCommand, for a command that needs neither settings nor a store. */
  runUnconfigured(usage: string, command: () => Promise<void>): Promise<void>;
}
