/** Runs a program of several source copies in one process, which loads libraries once; sends the errors of each, empty on success. */
import { join } from 'node:path';

const [program = '', ...folders] = process.argv.splice(2);
for (const folder of folders) {
  const errors: unknown[] = [];
  console.error = (text) => errors.push(text);
  process.chdir(folder);
  await import(join(folder, program)).catch((error: Error) => {
    errors.push(error.stack);
    process.exitCode = 1;
  });
  process.send?.(process.exitCode ? `exit code ${process.exitCode}: ${errors.join('\n')}` : '');
  process.exitCode = 0;
}
process.disconnect?.();
