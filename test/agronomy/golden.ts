/** Expected values from independent sources: published tables, agency output and an independent implementation. */
import { readFileSync } from 'node:fs';

/** Rows by their name in the file. The tests declare their shapes. */
// biome-ignore lint/suspicious/noExplicitAny: each test declares the shape of the rows that it reads.
export const golden: Record<string, any> = JSON.parse(
  readFileSync(new URL('../graph/schema/agronomy/golden.json', import.meta.url), 'utf8'),
);
