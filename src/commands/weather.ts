/** `npm start -- weather`: removes old weather of the stored fields. */
import { setTimeout as delay } from 'node:timers/promises';
import { pauseMs } from '../field-data/import/import.ts';
import { StoreError } from '../field-data/store/store-error.ts';
import { countOf } from '../platform/text/count-of.ts';
import { parseDate, startOfDay } from '../platform/time/instant.ts';
import {
  callOf,
  oneOf,
  print,
  printTable,
  readVerb,
  RefusedError,
  required,
  UsageError,
} from '../platform/cli/command-line.ts';
import { confirm, createBar, runCommand, texts } from './command.ts';

const usage = `${callOf('weather')} remove [--from 2024-01-01] --before 2025-01-01 [--field fld_…]
    [--kind observed|forecast] [--granularity daily|hourly] [--yes]

Deletes the stored weather of one field, or of all, that begins before midnight of that day in each field's timezone. --from
sets the first day. --kind and --granularity limit it to one kind and granularity: without them, both go. Says how many
records it deletes, and waits for your confirmation. --yes confirms in advance.`;

/** Rows between two pauses: as many as in a batch of an import. */
const rowsMax = 2_000;
/** Rows whose removal takes as long as a transaction. A pause after each small field would take longer than the removal. */
const rowsOfTransaction = 200;

/** Runs the command. */
export const run = () =>
  runCommand(usage, async (store) => {
    const { values } = readVerb(
      { ...texts('from', 'before', 'field', 'kind', 'granularity'), yes: { type: 'boolean' } },
      { remove: ['from', 'before', 'field', 'kind', 'granularity', 'yes'] },
    );
    const { from } = values;
    const date = required(values.before, 'before');
    for (const [name, day] of Object.entries({ before: date, from }))
      if (day !== undefined && parseDate(day) === undefined)
        throw new UsageError(`--${name} must be a date that exists, as YYYY-MM-DD.`);
    if (from !== undefined && from >= date) throw new UsageError('--from must be before --before.');
    const kind = values.kind === undefined ? undefined : oneOf(values.kind, ['observed', 'forecast'], 'kind');
    const granularity =
      values.granularity === undefined ? undefined : oneOf(values.granularity, ['daily', 'hourly'], 'granularity');
    const weather = [granularity, kind, 'weather'].filter(Boolean).join(' ');
    const days = `${from === undefined ? '' : `from ${from} and `}before ${date}`;
    const fields = (await store.listFields()).filter(({ id }) => values.field === undefined || id === values.field);
    if (values.field !== undefined && fields.length === 0) throw new RefusedError(`There is no field ${values.field}.`);
    const affected: { id: string; interval: [from: number, before: number]; count: number }[] = [];
    // Sequential: there may be more fields than database connections.
    for (const { id, timezone } of fields) {
      const start = from === undefined ? Number.MIN_SAFE_INTEGER : startOfDay(from, timezone);
      const interval: [number, number] = [start, startOfDay(date, timezone)];
      const count = await store.countWeather(id, ...interval, { kind, granularity });
      if (count > 0) affected.push({ id, interval, count });
    }
    const total = affected.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return print(`No ${weather} begins ${days}.`);
    printTable(
      ['FIELD', 'WEATHER RECORDS'],
      affected.map(({ id, count }) => [id, String(count)]),
    );
    if (!(await confirm(`Remove ${countOf(total, `${weather} record`)} ${days}?`, values.yes))) return;
    let removed = 0;
    const bar = createBar('weather');
    let rowsSincePause = 0;
    try {
      for (const { id, interval, count: counted } of affected) {
        // Like an import: without a pause, a running service could hardly write between the transactions.
        if (rowsSincePause >= rowsMax) {
          await delay(pauseMs);
          rowsSincePause = 0;
        }
        const removedNow = await store.transaction(async () => {
          const count = await store.removeWeather(id, ...interval, { kind, granularity });
          // The person has not agreed to records that arrived during the question.
          if (!values.yes && count > counted)
            throw new RefusedError(
              `${id} has ${countOf(count, 'such record')} by now. Removed before that: ${countOf(removed, 'weather record')}. Call the command again.`,
            );
          return count;
        });
        removed += removedNow;
        rowsSincePause += removedNow + rowsOfTransaction;
        bar.update(removed, total);
      }
    } catch (error) {
      if (error instanceof StoreError)
        error.message += ` Removed before that: ${countOf(removed, 'weather record')}. Repeat the same command to go on.`;
      throw error;
    } finally {
      bar.clear();
    }
    print(`Removed ${countOf(removed, 'weather record')}.`);
  });
