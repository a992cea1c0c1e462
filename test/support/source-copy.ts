/** A copy of the source of the product to change and compile, with the packages of this tree. Removed when the test file ends. */
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { folderOfFile } from './temporary-folder.ts';

const root = new URL('../../', import.meta.url).pathname;
const configFile = 'tsconfig.copy.json';

/** The folder of a new copy of src and of the other named paths. */
export function copySource(...others: string[]): string {
  const folder = folderOfFile();
  const filter = (source: string) => !source.endsWith('/node_modules');
  for (const path of ['src', 'client', 'package.json', 'tsconfig.json', ...others])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: true },
    include: ['src', 'schema', 'package', 'test/support/*.d.ts'],
  };
  writeFileSync(join(folder, configFile), JSON.stringify(config));
  return folder;
}

/** Replaces the types of the description in a copy by those of another description. */
export async function writeContract(folder: string, yaml: string): Promise<void> {
  const nodes = await openapiTypescript(parse(yaml), { alphabetize: false, defaultNonNullable: false });
  await writeFile(join(folder, 'src/contract/openapi.ts'), astToString(nodes));
}

/** The build information that the compiler writes about checked files. */
const checkedFiles = 'tsconfig.copy.tsbuildinfo';

/** The errors of the compiler in a copy, one per line: the file relative to the copy, then every sentence. */
export const compile = (folder: string): Promise<string[]> => runCompiler(folder, ['-p', configFile]);

/** The errors in some files and their imports only, which takes a third of the work. */
export async function compileFiles(folder: string, files: readonly string[]): Promise<string[]> {
  const config = 'tsconfig.files.json';
  await writeFile(join(folder, config), JSON.stringify({ extends: './tsconfig.json', include: [], files }));
  return runCompiler(folder, ['-p', config]);
}

/** The errors in each copy, by one compiler that reads libraries once, and checks only differences from `whole`, compiled before. */
export async function compileEach(whole: string, copies: readonly string[]): Promise<string[][]> {
  for (const copy of copies) {
    copyFileSync(join(whole, checkedFiles), join(copy, checkedFiles));
    // Otherwise the compiler considers the sources unchanged, because they are older.
    utimesSync(join(copy, checkedFiles), 0, 0);
  }
  const lines = await runCompiler(tmpdir(), ['-b', ...copies.map((copy) => join(copy, configFile))]);
  return copies.map((copy) => {
    const others = copies.filter((other) => other !== copy).map((other) => basename(other));
    // An error that names no file counts for each.
    const own = lines.filter((line) => !others.some((other) => line.includes(other)));
    return own.map((line) => line.replace(`${basename(copy)}/`, ''));
  });
}

function runCompiler(cwd: string, words: readonly string[]): Promise<string[]> {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  // Several checkers would each check the shared types: three times the work in all.
  const args = [compiler, ...words, '--pretty', 'false', '--singleThreaded'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1e8 }, (error, stdout) => {
      // Further sentences of an error are indented.
      const lines = stdout.replaceAll(/\n +/g, ' ').split('\n').filter(Boolean);
      // An error without output means that the compiler itself failed.
      if (error && lines.length === 0) reject(error);
      else resolve(lines);
    });
  });
}
