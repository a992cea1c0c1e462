/** Comma-separated values (RFC 4180): quoted cells may hold commas, quotes and line ends. */

/** A row and the line it begins on. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** The rows of a file; blank lines are none. A quote left open takes the rest of the file into its cell. */
export async function* readCsv(lines: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let number = 0;
  let open: { line: number; text: string } | undefined;
  for await (const line of lines) {
    number += 1;
    const text: string = open ? `${open.text}\n${line}` : line;
    const start = open?.line ?? number;
    if (hasOpenQuote(text)) {
      open = { line: start, text };
      continue;
    }
    open = undefined;
    if (text.trim() !== '') yield { line: start, cells: splitCells(text) };
  }
  if (open) yield { line: open.line, cells: splitCells(open.text) };
}

function hasOpenQuote(text: string): boolean {
  return text.includes('"') && (text.split('"').length - 1) % 2 === 1;
}

function splitCells(text: string): string[] {
  if (!text.includes('"')) return text.split(',').map((cell) => cell.trim());
  // A quoted cell with "" for a quote, or a bare one, each up to the next comma or the end.
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"[^,]*|([^,]*))(?:,|$)/gy);
  const values = Array.from(cells, ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare?.trim() ?? '');
  // The empty match at the very end is a cell only after a comma.
  return text.endsWith(',') ? values : values.slice(0, values.length - 1 || 1);
}
