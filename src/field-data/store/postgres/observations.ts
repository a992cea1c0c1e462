/** Observations in PostgreSQL: each read is one statement that returns rendered records. */
import { fieldNotFound, writeInProgress } from '../../records/errors.ts';
import type { ReportChange } from '../hint-batches.ts';
import { observationValues, pageOf, pageValues, sql } from '../sql.ts';
import type { Caller, Field, ObservationPosition, ObservationQuery, ObservationRecords } from '../store.ts';
import { type Probes, statement } from './connections.ts';
import type { Database } from './database.ts';
import { isLocked } from './faults.ts';

/** The account and mode of an example observation: a primary key cannot contain NULL. */
export const everyone = { account: '', mode: 'any' } as const;

// On an account's field, the account is the field's. On a public field it is the caller's, which is null without a key.
const ofEveryone = `account = '${everyone.account}' AND mode = '${everyone.mode}'`;
const ofAccount = 'account = $2 AND mode = $3';
const newestFirst = 'observed_at DESC, id DESC';
const branch = (whose: string, range: string, order: string) => `
  (SELECT observed_at, id, record FROM observation
   WHERE ${whose} AND field_id = $1 AND ${range} ORDER BY ${order} LIMIT $8::bigint)`;
// One branch for everyone's observations, one for those of the account: each reads only its range of an index, and nothing invisible.
const page = (range: string, order = newestFirst) =>
  `SELECT id, record FROM (${branch(ofEveryone, range, order)} UNION ALL ${branch(ofAccount, range, order)}) AS visible
    ORDER BY ${newestFirst} LIMIT $8::bigint`;

const ofAnyCategory = {
  name: 'observations',
  text: page('$4::text IS NULL AND observed_at >= $5 AND (observed_at, id) < ($6::bigint, $7::text)'),
};
// Only the index by category has this order. With `category = $4`, a plan may search the other index, and read those of all categories.
const ofOneCategory = {
  name: 'observations of category',
  text: page(
    '(category, observed_at) >= ($4, $5::bigint) AND (category, observed_at, id) < ($4, $6::bigint, $7::text)',
    `category DESC, ${newestFirst}`,
  ),
};

/** The statement for a page of observations. */
export const pageOfObservations = ({ category }: Pick<ObservationQuery, 'category'>) =>
  category === undefined ? ofAnyCategory : ofOneCategory;

const positionIn = (whose: string) =>
  `SELECT observed_at AS "observedAt", id FROM observation WHERE ${whose} AND id = $4 AND field_id = $1`;
const position = { name: 'position', text: `${positionIn(ofEveryone)} UNION ALL ${positionIn(ofAccount)} LIMIT 1` };

/** Time limit of the wait for another session that writes the same key. A commit that waits for its standby waits for no lock. */
const keyMs = 2_000;
// The setting ends with the statement: one of the session would reach other clients of a pooler. It takes effect once the table is
// locked, so it bounds no wait for a lock of the whole table.
const insert = {
  name: 'insert observation',
  text: sql['insert observation'].replace('WHERE', `FROM set_config('lock_timeout', '${keyMs}', true) WHERE`),
};

/** Commits nothing, and waits as every commit for the disk and the standby: also for all that was committed before. */
const waitForStandby = { name: 'wait for standby', text: "SELECT pg_logical_emit_message(true, 'fieldgraph', '')" };

/** Statements of requests, with values that match no record: a read of each table, and an insert, which needs the privileges of a write. */
export const probes: Probes = [
  [statement('field'), ['']],
  [statement('key'), [new Uint8Array()]],
  [statement('weather asc'), ['', 'daily', 0, 0, null, 0]],
  [statement('scenes asc'), ['', 0, 0, null, 0]],
  [ofAnyCategory, ['', '', '', null, 0, 0, '', 0]],
  [statement('insert no observation'), []],
];

/** The observations of an open database. */
export function createObservations(database: Database, reportChange: ReportChange): ObservationRecords {
  const { queryRetried, trustDisk } = database;
  const view = (field: Field, { account, mode }: Caller) => [field.id, field.account ?? account, mode];
  return {
    async observations(query) {
      const values = [...view(query.field, query.caller), ...pageValues(query)];
      const { rows } = await queryRetried<{ id: string; record: string }>(pageOfObservations(query), values);
      return pageOf(
        rows.map(({ id, record }) => [id, record]),
        query.limit,
      );
    },
    async findPosition(field, caller, id) {
      return (await queryRetried<ObservationPosition>(position, [...view(field, caller), id])).rows[0];
    },
    // Two statements, two commits: in one, the SELECT would not see the row of a faster request that the INSERT waited for. Both may be
    // retried: the second try finds the row by its key.
    async addObservation(row) {
      const { account, mode, record, idempotency } = row;
      const { count } = await queryRetried(insert, observationValues(row), true).catch((error: Error) => {
        throw isLocked(error.cause) ? writeInProgress(error) : error;
      });
      if (count > 0) {
        trustDisk();
        reportChange(row.fieldId, 'observations');
        return { record, fingerprint: idempotency.fingerprint, replayed: false };
      }
      const { rows } = await queryRetried<{ id: string; record: string; fingerprint: string }>(
        statement('written observation'),
        [account, mode, idempotency.key],
      );
      const [taken] = rows;
      if (!taken) throw fieldNotFound();
      // Its own commit may not have reached the standby, if the database was restarted during that. Reads wait for nothing.
      await queryRetried(waitForStandby, [], true);
      // A row with the id of this request was written by an earlier try, whose response was lost.
      const replayed = taken.id !== row.id;
      if (!replayed) reportChange(row.fieldId, 'observations');
      return { record: taken.record, fingerprint: taken.fingerprint, replayed };
    },
  };
}
