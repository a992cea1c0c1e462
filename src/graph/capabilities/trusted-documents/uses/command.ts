/**
 * `npm start -- uses 'Field.weather(kind:)'`: shows which clients and documents use a part of the graph, and when last, from the log and
 * the deployed documents. The exit codes are in `usage`.
 */
import { type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { readDocuments } from '../files.ts';
import { ManifestError, readDocumentFile, type TrustedDocument } from '../manifest.ts';
import {
  asksForHelp,
  callOf,
  fileError,
  print,
  printError,
  printTable,
  readOptions,
  UsageError,
} from '../../../../platform/cli/command-line.ts';
import { countOf } from '../../../../platform/text/count-of.ts';
import { createUseFinder, type Use } from './coordinates.ts';
import { type LogSummary, logAdvice, readLogs, type Sending } from './log-lines.ts';

const usage = `${callOf('uses')} COORDINATE --documents MANIFEST --log FILE [--documents … --log …]

COORDINATE names a part of the graph: Type, Type.field, Type.field(argument:), Input.field or Enum.VALUE.
MANIFEST is what TRUSTED_DOCUMENTS names, a file or a folder; FILE holds lines of the gateway's log as JSON, - is standard input.
Exit codes: 0 nobody uses it, 1 somebody does or may, 2 wrong call, 3 unknown: the logs have no operations, or
one has no line of JSON, lines of operations that cannot be read, or documents that no manifest has.`;

const exitCodes = { unused: 0, used: 1, usage: 2, unknown: 3 } as const;

/** Reads the command line. Throws UsageError. */
function readQuestion() {
  const { values, positionals } = readOptions({
    documents: { type: 'string', multiple: true, default: [] },
    log: { type: 'string', multiple: true, default: [] },
  });
  const [coordinate] = positionals;
  if (coordinate === undefined || positionals.length > 1) throw new UsageError('Name one part of the graph.');
  if (values.documents.length === 0) throw new UsageError('--documents is missing.');
  if (values.log.length === 0) throw new UsageError('--log is missing.');
  return { coordinate, documents: values.documents, logs: values.log };
}

const dayOf = (at: number | undefined): string => (at === undefined ? 'unknown' : new Date(at).toISOString());

/** Whether documents use it, by their hash; the file of each, and the names of its operations. */
type Uses = ReadonlyMap<string, { use: Use; file: string; operations: string }>;

/** Names as the log has them. */
function operationsOf({ definitions }: DocumentNode): string {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return operations.map(({ name }) => name?.value ?? 'anonymous').join(', ');
}

/** Prints the answer and returns the exit code. */
function printUses(coordinate: string, deployed: Uses, own: Uses, log: LogSummary): number {
  const uses = new Map([...own, ...deployed]);
  const using = log.sendings.filter(({ document }) => (uses.get(document)?.use ?? 'not') !== 'not');
  const unknown = log.sendings.filter(({ document }) => !uses.has(document));
  const sent = new Set(using.map(({ document }) => document));
  const unsent = [...deployed].filter(([document, { use }]) => use !== 'not' && !sent.has(document));

  print(`${countOf(log.operations, 'operation')} from ${dayOf(log.firstAt)} to ${dayOf(log.lastAt)}`);
  if (using.length > 0) {
    print(`\n${coordinate} is used by:`);
    printSendings(using, ({ document }) => String(uses.get(document)?.use));
  }
  if (unsent.length > 0) {
    print('\nDeployed, and not in the log:');
    const rows = unsent.map(([document, { operations, file, use }]) => [operations, document, use, file]);
    printTable(['operation', 'document', 'uses it', 'file'], rows);
  }
  if (unknown.length > 0) {
    print('\nDocuments that no manifest has, which may use it:');
    printSendings(unknown, () => 'unknown');
  }
  if (log.crowded > 0)
    print(`\n${countOf(log.crowded, 'operation')} came from too many clients to name: the list has them as "other".`);
  if (log.uncounted > 0)
    print(
      `\n${countOf(log.uncounted, 'operation')} of too many documents to name: use trusted documents, or a shorter log.`,
    );
  if (log.unread.length > 0) print(`\n${log.unread.join('\n')}\n${logAdvice}`);
  if (using.length > 0 || unsent.length > 0) return exitCodes.used;
  if (unknown.length > 0 || log.unread.length > 0 || log.uncounted > 0 || log.operations === 0)
    return exitCodes.unknown;
  print(`\nNobody uses ${coordinate}.`);
  return exitCodes.unused;
}

/** Latest first. */
function printSendings(sendings: readonly Sending[], useOf: (sending: Sending) => string): void {
  const rows = sendings
    .toSorted((left, right) => (right.lastAt ?? 0) - (left.lastAt ?? 0))
    .map((sending) => {
      const { client, version, operation, document, count, lastAt } = sending;
      return [client, version, operation, document, useOf(sending), String(count), dayOf(lastAt)];
    });
  printTable(['client', 'version', 'operation', 'document', 'uses it', 'operations', 'last'], rows);
}

/** Makes the graph. */
export interface Tools {
  graphOf(): Promise<GraphQLSchema>;
  /** Texts of documents that are known without a manifest. */
  ownDocuments(): Promise<string[]>;
}

async function findUses({ graphOf, ownDocuments }: Tools): Promise<number> {
  const { coordinate, documents, logs } = readQuestion();
  const known = await Promise.all(documents.map((path) => readDocuments(path)));
  const useOf = createUseFinder(await graphOf(), coordinate);
  const usesOf = (documents: TrustedDocument[]): Uses =>
    new Map(
      documents.map(({ hash, text, file }) => {
        const document = parse(text);
        return [`sha256:${hash}`, { use: useOf(document), file, operations: operationsOf(document) }];
      }),
    );
  const own = (await ownDocuments()).map((text) => readDocumentFile(text, ''));
  return printUses(coordinate, usesOf(known.flat()), usesOf(own), await readLogs(logs));
}

/** Runs the command. */
export async function run(tools: Tools): Promise<void> {
  if (asksForHelp()) return print(usage);
  process.exitCode = await findUses(tools).catch((error: Error) => {
    printError(error instanceof ManifestError ? error.message : `${fileError(error) ?? error.message}\n\n${usage}`);
    return exitCodes.usage;
  });
}
