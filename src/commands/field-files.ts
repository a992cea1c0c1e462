/** Imports and exports fields as lines of a CSV file. */
import { createReadStream } from 'node:fs';
import { numberReader, type ReadNumber, readCsv } from '../field-data/import/formats/csv.ts';
import { readLines } from '../field-data/import/formats/lines.ts';
import type { Field, Store } from '../field-data/store/store.ts';
import { countOf } from '../platform/text/count-of.ts';
import { oneLine, print, RefusedError, UsageError } from '../platform/cli/command-line.ts';
import { readField } from './field-flags.ts';

const columns = ['id', 'timezone', 'latitude', 'longitude', 'account', 'name', 'crop', 'eppo', 'area'] as const;
const numbers = ['latitude', 'longitude', 'area'] as const;

/** Makes a function from a row to flags. Throws RefusedError for a column that is unknown, missing or repeated. */
function readHeader(cells: readonly string[]): (row: readonly string[]) => Record<string, string> {
  if (cells[0]?.includes('\t'))
    throw new RefusedError('Tabs separate nothing here: save the file with commas or semicolons.');
  const names = cells.map((cell) => oneLine(cell).toLowerCase());
  if (names.includes('')) throw new RefusedError(`Column ${names.indexOf('') + 1} has no name: remove it, or name it.`);
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name));
  const missing = columns.slice(0, 5).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new RefusedError(`There is no column ${unknown.join(', ')}: use ${columns.join(', ')}.`);
  if (missing.length > 0) throw new RefusedError(`Missing columns: ${missing.join(', ')}.`);
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated) throw new RefusedError(`The column ${repeated} is there twice.`);
  return (row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']));
}

/** Adds every field of a file, or none. Throws RefusedError with the errors of all lines. */
export async function importFields(store: Store, file: string | undefined): Promise<void> {
  if (file === undefined) throw new UsageError('Name a file: fields import FILE.csv');
  const errors: string[] = [];
  const fields: { field: Field; line: number }[] = [];
  let flagsOf: ReturnType<typeof readHeader> | undefined;
  let readNumber: ReadNumber | undefined;
  for await (const { rows, separator } of readCsv(readLines(createReadStream(file)))) {
    for (const row of rows) {
      try {
        if ('error' in row) throw new RefusedError(flagsOf ? row.error : `The header ${row.error}.`);
        if (flagsOf === undefined) {
          flagsOf = readHeader(row.cells);
          continue;
        }
        const { account, ...texts } = flagsOf(row.cells);
        readNumber ??= numberReader(separator);
        for (const name of numbers) {
          const cell = texts[name];
          if (!cell) continue;
          if (typeof readNumber(cell) === 'string' && /^[+-]?[\d.,]{1,40}$/.test(cell))
            throw new UsageError(`${name} must be a number, not ${cell}: all of a file have one decimal mark`);
          texts[name] = cell.replace(',', '.');
        }
        const owner = account === '' ? { public: true } : { account };
        fields.push({ field: readField(texts.id, { ...texts, ...owner } as never, true), line: row.line });
      } catch (error) {
        if (!(error instanceof UsageError) || flagsOf === undefined) throw error;
        errors.push(...error.message.split('\n').map((text) => `line ${row.line}: ${text.replace(/^--/, '')}`));
      }
    }
  }
  if (flagsOf === undefined) throw new RefusedError(oneLine(`${file} is empty.`));
  await store.transaction(async () => {
    const lineOf = new Map<string, number>();
    for (const { field, line } of fields) {
      const first = lineOf.get(field.id);
      if (first === undefined) lineOf.set(field.id, line);
      if (await store.addField(field)) continue;
      const where = first === undefined ? 'in the database' : `in line ${first}`;
      errors.push(`line ${line}: ${field.id} is ${where} already.`);
    }
    if (errors.length > 0) throw new RefusedError([...errors, 'No field was added.'].join('\n'));
  });
  print(`Added ${countOf(fields.length, 'field')}.`);
}

/** Writes a number with all of its digits and no exponent, which `importFields` refuses. */
const plainNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: 21, useGrouping: false });

/** Prints every field as a line that `importFields` reads. */
export async function exportFields(store: Store): Promise<void> {
  const quoted = (text: string) => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const written = (value: string | number) => (typeof value === 'number' ? plainNumber.format(value) : quoted(value));
  const fields = await store.listFields();
  print(columns.join(','));
  for (const { hectares, ...field } of fields) {
    const row = { ...field, area: hectares };
    print(columns.map((column) => written(row[column] ?? '')).join(','));
  }
}
