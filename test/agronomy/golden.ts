/** The rows of truth that no developer of this project made: published tables, agency output and an independent implementation. */
import { readFileSync } from 'node:fs';

/** Rows by their name in the file; the tests state their shapes. */
// biome-ignore lint/suspicious/noExplicitAny: each test names the shape of the rows it reads.
export const golden: Record<string, any> = JSON.parse(
  readFileSync(new URL('../graph/schema/agronomy/golden.json', import.meta.url), 'utf8'),
);
