/** A copy of the product's source to change and to compile, beside the packages of this tree. Removed when the test file ends. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { atFileEnd } from './file-end.ts';

const root = new URL('../../', import.meta.url).pathname;

/** The folder of a new copy of src and of whatever else is named. */
export function copySource(...others: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-source-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['src', 'package.json', 'tsconfig.json', ...others]) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith('/node_modules'),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const config = { extends: './tsconfig.json', include: ['src', 'schema', 'package', 'test/support/*.d.ts'] };
  writeFileSync(join(folder, 'tsconfig.copy.json'), JSON.stringify(config));
  return folder;
}

/** The committed description, as text. */
export function committedDescription(): Promise<string> {
  return readFile(join(root, 'schema/openapi.yaml'), 'utf8');
}

/** Puts the types of another description in the place of a copy's. */
export async function writeContract(folder: string, yaml: string): Promise<void> {
  const nodes = await openapiTypescript(parse(yaml), { alphabetize: false, defaultNonNullable: false });
  await writeFile(join(folder, 'src/contract/openapi.ts'), astToString(nodes));
}

/** What the compiler notes of the files that it checked. In another copy, only what differs there is checked again. */
export const checkedFiles = 'tsconfig.copy.tsbuildinfo';

/** The compiler's errors in a copy, one a line: the file relative to the copy, then every sentence. */
export function compile(folder: string): Promise<string[]> {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  // Several checkers each check the types that all of them need: together three times the work.
  const options = ['--noEmit', '--incremental', '--pretty', 'false', '--singleThreaded'];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, ...options, '-p', 'tsconfig.copy.json'],
      { cwd: folder, maxBuffer: 1e8 },
      (_error, stdout) => {
        // Further sentences of an error are indented.
        const lines = stdout.replaceAll(/\n +/g, ' ').split('\n');
        resolve(lines.filter((line) => line !== ''));
      },
    );
  });
}
