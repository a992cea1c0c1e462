/**
 * Comma-separated values (RFC 4180), also with semicolons, which spreadsheets write where the comma is the decimal mark. A quoted cell may
 * contain separators, doubled quotes and line ends. If its quote is not closed, or text follows the closing one, only the line it begins on
 * is refused: csv-parse would lose every line after it.
 */
import { countOf } from '../../../platform/text/count-of.ts';
import { encodingError, type Lines } from './lines.ts';

/** A row and the line it begins on, or why that line has no row. */
export type CsvRow = { line: number } & ({ cells: string[] } | { error: string });

/** Maximum lines and characters of a row. The search for a closing quote ends there. */
const rowLinesMax = 20;
const rowCharactersMax = 100_000;

type Separator = ',' | ';';

const statedSeparator = /^\s*sep=[,;]\s*$/i;

/**
 * Reads the rows of a file while its lines arrive, and the separator of their cells. Skips rows without text, and a first line `sep=;` as
 * spreadsheets read it. Each row must have as many cells as the first, the header.
 */
export async function* readCsv(pieces: Lines): AsyncGenerator<{ rows: readonly CsvRow[]; separator: Separator }> {
  let separator: Separator | undefined;
  // The lines from an incomplete row on. Reading them again costs at most one largest row.
  let waiting: readonly string[] = [];
  let number = 1;
  let headerCells: number | undefined;
  function takeRows(isWhole: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < waiting.length) {
      const row = readRow(waiting, at, isWhole, separator ?? ',');
      if (!row) break;
      const { taken } = row;
      if ('error' in row) rows.push({ line: number, error: row.error });
      else if (row.cells.some((cell) => cell !== '') && (headerCells || !statedSeparator.test(waiting[at] ?? ''))) {
        const { cells } = row;
        headerCells ??= cells.length;
        const fits = cells.length === headerCells;
        const error = `has ${countOf(cells.length, 'cell')}, the header has ${headerCells}`;
        rows.push({ line: number, ...(fits ? { cells } : { error }) });
      }
      at += taken;
      number += taken;
    }
    waiting = waiting.slice(at);
    return rows;
  }
  for await (const lines of pieces) {
    const header = lines.find((line) => line.trim() !== '');
    // Column names contain neither separator, and `sep=;` only the stated one.
    if (header !== undefined) separator ??= header.includes(';') && !header.includes(',') ? ';' : ',';
    waiting = waiting.length === 0 ? lines : [...waiting, ...lines];
    yield { rows: takeRows(false), separator: separator ?? ',' };
  }
  yield { rows: takeRows(true), separator: separator ?? ',' };
}

type Row = { taken: number } & ({ cells: string[] } | { error: string });

/** The row that begins at a line; undefined if it continues in lines that have not arrived. */
function readRow(lines: readonly string[], from: number, isWhole: boolean, separator: Separator): Row | undefined {
  const end = Math.min(lines.length, from + rowLinesMax);
  let text = '';
  for (let at = from; at < end; at += 1) {
    text = at === from ? (lines[at] ?? '') : `${text}\n${lines[at]}`;
    const cells = splitCells(text, separator);
    if (cells === 'stray')
      return { taken: 1, error: 'has text after the closing quote of a cell: write a quote in it as ""' };
    if (cells !== 'open') {
      const taken = at + 1 - from;
      const error = encodingError(text);
      return error === undefined ? { taken, cells } : { taken, error };
    }
    if (text.length > rowCharactersMax) break;
  }
  if (!isWhole && end - from < rowLinesMax && text.length <= rowCharactersMax) return undefined;
  return { taken: 1, error: 'has a cell whose quote is not closed' };
}

/** The cells of a row; `open` if a quoted one is not closed, and `stray` if text follows one. */
function splitCells(text: string, separator: Separator): string[] | 'open' | 'stray' {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const isQuoted = text[at] === '"';
    const closing = isQuoted ? closingQuote(text, at + 1) : at;
    if (closing === -1) return 'open';
    const next = text.indexOf(separator, closing);
    const end = next === -1 ? text.length : next;
    if (isQuoted && text.slice(closing + 1, end).trim() !== '') return 'stray';
    cells.push(isQuoted ? text.slice(at + 1, closing).replaceAll('""', '"') : text.slice(at, end).trim());
    at = end + 1;
  }
  return cells;
}

/** Index of the quote that closes a cell: the first one that is not doubled; -1 if there is none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Reads the number of a cell. Any other cell stays text. */
export type ReadNumber = (cell: string) => number | string;

const numberForms = {
  '.': /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
  ',': /^[+-]?(\d+(,\d*)?|,\d+)([eE][+-]?\d+)?$/,
} as const;

/** A number, with separators of thousands too. A mark that occurs once, after all others, is the decimal one. */
const markedNumber = /^[+-]?(?=.*\d)(?:[\d.]*(,)|[\d,]*(\.))\d*([eE][+-]?\d+)?$/;

/** In a file of semicolons, the first number with a decimal mark decides for all. If that is a comma, a point may separate thousands. */
export function numberReader(separator: Separator): ReadNumber {
  let mark: keyof typeof numberForms | undefined = separator === ',' ? '.' : undefined;
  return (cell) => {
    if (mark === undefined) {
      const [, comma, point] = markedNumber.exec(cell) ?? [];
      mark = (comma ?? point) as keyof typeof numberForms | undefined;
    }
    if (!numberForms[mark ?? '.'].test(cell)) return cell;
    return Number(mark === ',' ? cell.replace(',', '.') : cell);
  };
}
