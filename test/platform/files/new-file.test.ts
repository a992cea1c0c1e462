/** Files are written under a temporary name first, so that an interrupted write leaves nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'a process ended by %s leaves no part of its file',
  async (signal) => {
    await using folder = await temporaryFolder();
    const writing = `
    import { writeFileSync } from 'node:fs';
    import { writeNewFile } from ${JSON.stringify(import.meta.resolve('../../../src/platform/files/new-file.ts'))};
    await writeNewFile(${JSON.stringify(join(folder.path, 'copy'))}, (part) => {
      writeFileSync(part, 'some');
      console.log('written');
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writing], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(readdirSync(folder.path)).toHaveLength(1);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(readdirSync(folder.path)).toEqual([]);
  },
);
