/** A file arrives in chunks that end anywhere. Its rows are the same as when each line arrives as its own chunk. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvRow, readCsv } from '../../../src/field-data/import/formats/csv.ts';
import { readLines } from '../../../src/field-data/import/formats/lines.ts';

async function rowsOf(pieces: Iterable<readonly string[]>): Promise<CsvRow[]> {
  async function* stream() {
    yield* pieces;
  }
  return (await Array.fromAsync(readCsv(stream()))).flatMap(({ rows }) => rows);
}

const token = fc.constantFrom('a', 'b c', ',', ';', '"', '""', '\n', '\n', '\r\n', 'é', ' ');
// A quoted cell with about as many lines as a row may have, below and above the limit.
const longCell = fc.integer({ min: 17, max: 22 }).map((lines) => `"${'\n'.repeat(lines)}"`);
const text = fc.array(fc.oneof({ weight: 20, arbitrary: token }, longCell)).map((parts) => parts.join(''));

test('rows do not depend on where the chunks of a file end', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 30 }), async (content, length) => {
      const lines = content.split('\n').map((line) => line.replace(/\r$/, ''));
      const wholeLines = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
      const bytes = Buffer.from(content);
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
      }
      const read = await Array.fromAsync(readLines(pieces()));
      expect(read.flat()).toEqual(wholeLines);
      expect(await rowsOf(read)).toEqual(await rowsOf(wholeLines.map((line) => [line])));
    }),
    { numRuns: 500 },
  );
});
