/** `npm start -- weather`: removes old weather of the stored fields. */
import { parseDate, startOfDay } from '../platform/time/instant.ts';
import { callOf, print, printTable, readOptions, required, UsageError } from '../platform/cli/command-line.ts';
import { confirm, runCommand } from './command.ts';

const usage = `${callOf('weather')} remove --before 2025-01-01 [--field fld_…] [--yes]

Deletes the stored weather of one field, or of all, that begins before midnight of that day in each field's timezone. Says how many
records go and asks; --yes answers.`;

await runCommand(usage, async (store) => {
  const { positionals, values } = readOptions({
    before: { type: 'string' },
    field: { type: 'string' },
    yes: { type: 'boolean' },
  });
  if (positionals[0] !== 'remove' || positionals.length > 1) throw new UsageError('Say remove.');
  const date = required(values.before, 'before');
  if (parseDate(date) === undefined) throw new UsageError('--before must be a date that exists, as YYYY-MM-DD.');
  const fields = (await store.listFields()).filter(({ id }) => values.field === undefined || id === values.field);
  if (values.field !== undefined && fields.length === 0) throw new UsageError(`There is no field ${values.field}.`);
  const counted = await Promise.all(
    fields.map(async ({ id, timezone }) => {
      const before = startOfDay(date, timezone);
      return { id, before, count: (await store.countRecords(id, before)).weather };
    }),
  );
  const affected = counted.filter(({ count }) => count > 0);
  const total = affected.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return print(`No weather begins before ${date}.`);
  printTable(
    ['FIELD', 'WEATHER RECORDS'],
    affected.map(({ id, count }) => [id, String(count)]),
  );
  if (!(await confirm(`Remove ${total} weather records before ${date}?`, values.yes))) return;
  let removed = 0;
  for (const { id, before } of affected) removed += await store.removeWeather(id, before);
  print(`Removed ${removed} weather records.`);
});
