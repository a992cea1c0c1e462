/** Compares two descriptions operation by operation: its existence, its request and its answers. */
import type { Change, Place, Reach } from './change.ts';
import { ChangeList } from './change-list.ts';
import { type Comparison, compareMembers, compareSchemas, type Direction } from './compare-schemas.ts';
import { type Operation, readKnownOperations, readOperations } from './operations.ts';
import { DescriptionReader, type JsonObject, type SchemaView } from './schema-view.ts';

/**
 * Returns every change from the committed description to the live one. `basePath` is the path of the service's address. Throws if a
 * description is too large or nests too deep.
 */
export function compareDescriptions(committed: JsonObject, live: JsonObject, basePath: string, reach: Reach): Change[] {
  const readers = { committed: new DescriptionReader(committed), live: new DescriptionReader(live) };
  const before = readOperations(readers.committed, '');
  const after = readKnownOperations(readers.live, basePath, ({ name }) => before.has(name));
  const changes = new ChangeList();

  for (const operation of before.values()) {
    const { component: record = '', required } = recordOf(readers.committed, operation);
    const written = reach.write(operation.name, record);
    const reached = written.length > 0 ? written : reach.read(record);
    // Some operations feed no graph field, for example the service's own documents.
    const isUsed = reached.length > 0;
    const add = (what: string, breaks: boolean, where: Change['where'] = 'operation', subject = operation.name) =>
      changes.add(operation.name, { where, subject, what, breaks: breaks && isUsed, feeds: reached });
    const now = after.get(operation.name);
    if (!now) {
      add('removed', true);
      continue;
    }
    if (operation.isOpen && !now.isOpen) add('needs a key now', true);
    compareCredentials(operation, now, add);
    if (!operation.isDeprecated && now.isDeprecated) add('deprecated', false);

    const comparison = (direction: Direction): Comparison => ({
      ...readers,
      direction,
      takesNull: reach.takesNull,
      report({ trail, ...difference }) {
        const header = trail.find(({ component }) => component === headers);
        const found = header ? reach.header(header.property) : fedBy(reach, record, direction, trail);
        // A change of a header that no field shows breaks nothing.
        const isSeen = header === undefined || found.length > 0;
        const [place] = trail;
        // A read refuses the whole list if a record breaks a required member.
        const losesAll = found.length === 0 || (place?.component === record && required.has(place.property));
        changes.add(operation.name, {
          ...difference,
          where: direction,
          breaks: difference.breaks && isUsed && isSeen,
          // A breaking change that reaches no field of its own reaches those of the whole operation.
          feeds: difference.breaks && !header && losesAll ? [...new Set([...found, ...reached])] : found,
        });
      },
    });
    compareMembers(comparison('request'), operation.parameters, now.parameters, { component: parameters });
    compareBodies(comparison('request'), operation, now, add);
    compareResponses(comparison('response'), operation, now, add);
    compareMembers(comparison('response'), operation.headers, now.headers, { component: headers });
  }
  for (const name of new Set(after.keys()).difference(before))
    changes.add(name, { where: 'operation', subject: name, what: 'added', breaks: false, feeds: [] });
  return changes.toArray();
}

/** The component of parameters in a trail. */
const parameters = '(parameters)';

/** The component of an answer's headers in a trail. */
const headers = '(headers)';

/** The schema of the records in an answer: that of `data`, or of its items. */
function recordOf(reader: DescriptionReader, { answers }: Operation): SchemaView {
  const [, schema] = [...answers].find(([status]) => status.startsWith('2')) ?? [];
  const data = reader.view(reader.view(schema).properties.get('data'));
  return data.component === undefined ? reader.view(data.items) : data;
}

/** The graph fields that the innermost place of the trail feeds, skipping places that feed none. */
function fedBy(reach: Reach, record: string, direction: Direction, trail: Place[]): string[] {
  const [first] = trail;
  if (first?.component === parameters) return reach.argument(record, first.property);
  for (const place of trail) {
    const found = direction === 'response' ? reach.answer(place) : reach.request(place);
    if (found.length > 0) return found;
  }
  return [];
}

type AddChange = (what: string, breaks: boolean, where?: Change['where'], subject?: string) => void;

function compareCredentials(before: Operation, after: Operation, add: AddChange): void {
  const refused = before.credentials.difference(after.credentials);
  const taken = after.credentials.difference(before.credentials);
  if (refused.size === 0 && taken.size === 0) return;
  const text = (credentials: ReadonlySet<string>) => [...credentials].sort().join(' or ') || 'none';
  const what = `${text(before.credentials)} -> ${text(after.credentials)}`;
  add(what, refused.size > 0 && after.credentials.size > 0, 'request', 'security');
}

function compareBodies(comparison: Comparison, before: Operation, after: Operation, add: AddChange): void {
  if (before.body.schema === undefined) {
    if (after.body.required) add('a body is required now', true, 'request', 'body');
    return;
  }
  if (after.body.schema === undefined) add('takes no JSON any more', true, 'request', 'body');
  else compareSchemas(comparison, { subject: 'body', trail: [], before: before.body.schema, after: after.body.schema });
}

/** The names under which a description may have a success that the gateway accepts. */
const successes = ['200', '201', '2XX', 'default'];

function compareResponses(comparison: Comparison, before: Operation, after: Operation, add: AddChange): void {
  const succeeds = ({ answers }: Operation) => successes.some((status) => answers.has(status));
  if (succeeds(before) && !succeeds(after)) add('no success with 200 or 201 is described', true, 'response');
  for (const [status, schema] of before.answers) {
    // A range or the default describes every status that is not described by itself.
    const name = [status, `${status[0]}XX`, 'default'].find((each) => after.answers.has(each));
    const now = after.answers.get(name ?? '');
    const pair = { subject: `answer ${status}`, trail: [] };
    if (name === undefined) add(`answers ${status} no longer`, false, 'response');
    else if (schema !== undefined && now === undefined) add(`answers ${status} without JSON`, true, 'response');
    else if (schema !== undefined) compareSchemas(comparison, { ...pair, before: schema, after: now });
  }
  for (const status of new Set(after.answers.keys()).difference(before.answers))
    add(`answers ${status} too`, false, 'response');
}
