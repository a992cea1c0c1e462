/** The check of `doctor` for the documents that clients use: compares manifests and a log with the schema of this version. */
import { type GraphQLSchema, NoDeprecatedCustomRule, parse, validate } from 'graphql';
import { type CheckOptions, fail, good, type Outcome, skip, warn } from '../../../../platform/cli/check.ts';
import { countOf } from '../../../../platform/text/count-of.ts';
import { readDocuments } from '../files.ts';
import { readDocumentFile, type TrustedDocument } from '../manifest.ts';
import { type LogSummary, logAdvice, readLogs, type Sending } from './log-lines.ts';

/** Maximum lines of a report. */
const shownMax = 20;

/** Reports documents that do not fit the schema, and the clients that sent them. */
export async function checkDocuments(
  { TRUSTED_DOCUMENTS: path }: { TRUSTED_DOCUMENTS?: string | undefined },
  { logs, role, makeGraph, ownDocuments }: CheckOptions<GraphQLSchema>,
): Promise<Outcome[]> {
  if (role === 'service' || (path === undefined && logs.length === 0)) return [];
  const schema = await makeGraph();
  const documents = path === undefined ? [] : await readDocuments(path);
  const own = (await ownDocuments()).map((text) => readDocumentFile(text, ''));
  const log = logs.length === 0 ? undefined : await readLogs(logs);
  const byDocument = Map.groupBy(log?.sendings ?? [], ({ document }) => document);
  const outcomes = documents
    .flatMap((document) => checkDocument(schema, document, byDocument.get(`sha256:${document.hash}`)))
    .sort((one, other) => Number(other.verdict === 'error') - Number(one.verdict === 'error'));
  const shown = outcomes.slice(0, shownMax);
  const more = outcomes.slice(shownMax);
  if (more.length > 0) {
    const make = more.some(({ verdict }) => verdict === 'error') ? fail : warn;
    const detail = `There are errors or warnings in ${countOf(more.length, 'further document')}.`;
    shown.push(make(detail, 'Correct those above first.'));
  }
  if (outcomes.length === 0 && path !== undefined)
    shown.push(
      good(`No error in ${countOf(documents.length, 'trusted document')}: the schema has every selected field.`),
    );
  return [...shown, { check: 'uses', ...checkUse([...documents, ...own], log) }];
}

function checkDocument(schema: GraphQLSchema, { text, place }: TrustedDocument, uses: readonly Sending[] = []) {
  const clients = [...new Set(uses.map(({ client, version }) => `${client} ${version}`.trim()))].slice(0, shownMax);
  const users = clients.length === 0 ? '' : ` It is in use by ${clients.join(', ')}.`;
  const errors = errorsOf(schema, text);
  if (errors.length > 0) {
    const detail = `${place} does not fit the schema: ${errors.join(' ')}${users}`;
    return [fail(detail, 'Change the document, and deploy its manifest and client first.')];
  }
  const deprecated = validate(schema, parse(text), [NoDeprecatedCustomRule]);
  if (deprecated.length === 0) return [];
  const parts = deprecated.map(({ message }) => message).join(' ');
  return [warn(`${place} uses what will be removed: ${parts}${users}`, 'Change the document as the message says.')];
}

function errorsOf(schema: GraphQLSchema, text: string): string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message);
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Checks the documents that clients sent, of which the log has only the hashes. */
function checkUse(documents: readonly TrustedDocument[], log?: LogSummary): Outcome {
  const next = 'Pass the log of the last weeks: --log FILE.';
  if (log === undefined) return skip('The clients of the documents are unknown.', next);
  const { sendings, unread } = log;
  if (unread.length > 0) return skip(unread.join(' '), logAdvice);
  if (sendings.length === 0) return skip('The log has no operation.', next);
  const known = new Set(documents.map(({ hash }) => `sha256:${hash}`));
  const unknown = sendings.filter(({ document }) => !known.has(document));
  if (unknown.length === 0) return good('Every document of the log is in a manifest, or comes with the graph.');
  const clients = [...new Set(unknown.map(({ client }) => client))].slice(0, shownMax).join(', ');
  const count = new Set(unknown.map(({ document }) => document)).size;
  return skip(
    `Documents of the log that are in no manifest: ${count}, sent by ${clients}.`,
    'Add them to the folder of TRUSTED_DOCUMENTS as .graphql files, and check again.',
  );
}
