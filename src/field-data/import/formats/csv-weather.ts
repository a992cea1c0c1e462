/**
 * Reads weather as CSV. Columns have names of the contract in any case, and measures have their unit in brackets:
 * `temperature_max[celsius]` or `Temperature_max[°C]`. A measure without a unit, or an unknown column, refuses the file: a guessed unit is
 * worse than none. Spreadsheets of many countries write semicolons between cells and a comma in a number. Both are read, but no file may
 * have both decimal marks.
 */
import { readableSchema } from '../../records/description.ts';
import { addDays, parseDate } from '../../../platform/time/instant.ts';
import { type Candidate, excerpt, ImportError, type JsonObject, type FormatOptions } from '../candidate.ts';
import { openMeteoUnits } from './open-meteo-variables.ts';
import { type CsvRow, numberReader, type ReadNumber, readCsv } from './csv.ts';
import type { Lines } from './lines.ts';

type Column = (record: JsonObject, cell: string) => void;

const properties = Object.entries(readableSchema({ $ref: '#/components/schemas/WeatherRecord' }).properties ?? {}).map(
  ([name, schema]) => [name, readableSchema(schema)] as const,
);
const textColumns = properties.flatMap(([name, { type }]) => (type === 'string' ? [name] : []));
const sourceColumns = ['source_name', 'source_station', 'source_provenance'];

/** Reads the candidates of a file while its lines arrive. Throws ImportError for an unacceptable header, and names every wrong column. */
export async function* readCsvWeather(pieces: Lines, options: FormatOptions): AsyncGenerator<Iterable<Candidate>> {
  let columns: readonly Column[] | undefined;
  for await (const { rows, separator } of readCsv(pieces)) {
    const [header, ...afterHeader] = rows;
    if (columns) yield readRows(columns, rows, options);
    else if (header) {
      if ('error' in header) throw new ImportError(`The header ${header.error}.`);
      columns = readHeader(header.cells, numberReader(separator));
      yield readRows(columns, afterHeader, options);
    }
  }
}

function* readRows(columns: readonly Column[], rows: readonly CsvRow[], options: FormatOptions): Generator<Candidate> {
  for (const row of rows) {
    const place = `line ${row.line}`;
    if ('error' in row) yield { place, error: row.error };
    else {
      const record = readRecord(columns, row.cells, options);
      const error = intervalError(record);
      if (error !== undefined) yield { place, error };
      else if (hasValue(record)) yield { place, resource: 'weather', record };
      else options.onEmpty?.();
    }
  }
}

function readRecord(columns: readonly Column[], cells: readonly string[], options: FormatOptions): JsonObject {
  const record: JsonObject = { field_id: options.fieldId, kind: options.kind, issued_at: options.issuedAt, source: {} };
  for (let at = 0; at < columns.length; at += 1) {
    const cell = cells[at];
    if (cell) columns[at]?.(record, cell);
  }
  // A date may replace the interval, which begins with that day and ends with the next.
  const { date, granularity } = record;
  if (granularity !== 'hourly' && typeof date === 'string' && parseDate(date) !== undefined) {
    record.starts_at ??= date;
    record.ends_at ??= addDays(date, 1);
  }
  return record;
}

function hasValue({ condition = 'unknown', ...record }: JsonObject): boolean {
  return condition !== 'unknown' || Object.keys(record).some((name) => measures.has(name));
}

function intervalError({ date, granularity }: JsonObject): string | undefined {
  if (typeof granularity === 'string' && granularity !== 'daily' && granularity !== 'hourly')
    return `granularity must be daily or hourly, not ${excerpt(granularity)}`;
  if (typeof date !== 'string' || parseDate(date) !== undefined) return undefined;
  const hint = /\d[T ]\d/.test(date) ? '; write the start of an hour in the column starts_at' : '';
  return `date must be a date that exists, as YYYY-MM-DD (2026-05-02), not ${excerpt(date)}${hint}`;
}

function readHeader(written: readonly string[], readNumber: ReadNumber): Column[] {
  const names = written.map((name) => name.toLowerCase());
  const errors: string[] = [];
  const columns = names.map((name, index) => {
    const column = columnOf(name, readNumber);
    if (typeof column === 'function') return column;
    errors.push(`${name === '' ? 'a column without a name' : written[index]} ${column}`);
    return () => {};
  });
  // A measure in two units is repeated too: the cells of the second would replace those of the first.
  const properties = names.map((name) => measureForm.exec(name)?.[1] ?? name);
  const repeated = properties.find((property, at) => properties.indexOf(property) < at);
  if (repeated) errors.push(`the column ${repeated} is there twice`);
  if (errors.length > 0)
    throw new ImportError(`The header is not acceptable: ${errors.join('; ')}. ${columnsKnown(names)}`);
  return columns;
}

/** The columns that a header may have, for a person who has to fix one. */
function columnsKnown(names: readonly string[]): string {
  const isTabbed = names.some((name) => name.includes('\t'));
  const separated = isTabbed ? 'Tabs separate nothing here: save the file with commas or semicolons. ' : '';
  const plain = [...textColumns, ...sourceColumns].join(', ');
  const measured = [...measures].map(([property, units]) => `${property}[${units[0]}]`).join(', ');
  return `${separated}Columns are ${plain}; and measures with a unit, such as ${measured}.`;
}

/** `temperature_max[celsius]` */
const measureForm = /^([a-z0-9_]+) ?\[(.*)\]$/;

function columnOf(name: string, readNumber: ReadNumber): Column | string {
  if (textColumns.includes(name)) return (record, cell) => (record[name] = cell);
  if (sourceColumns.includes(name))
    return (record, cell) => ((record.source as JsonObject)[name.slice('source_'.length)] = cell);
  const [, property = name, symbol] = measureForm.exec(name) ?? [];
  const units = measures.get(property);
  if (!units) return 'is no column of the contract';
  if (symbol === undefined) return `has no unit: write ${property}[${units[0]}]`;
  const unit = unitSymbols.get(symbol) ?? symbol;
  if (!units.includes(unit)) return `has an unknown unit: write one of ${units.join(', ')}`;
  return (record, cell) => (record[property] = { value: readNumber(cell), unit });
}

/** Units by symbols in lower case, as files write them: those of Open-Meteo that need no factor. */
const unitSymbols: ReadonlyMap<string, string> = new Map(
  [...openMeteoUnits].flatMap(([symbol, [unit, factor]]) =>
    factor === 1 ? [[symbol.toLowerCase(), unit] as const] : [],
  ),
);

const measures: ReadonlyMap<string, readonly string[]> = new Map(
  properties.flatMap(([name, { properties: { unit = {} } = {} }]) => {
    const { enum: units } = readableSchema(unit);
    return units ? [[name, units] as const] : [];
  }),
);
