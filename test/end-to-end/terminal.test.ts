/** What a person sees in a real pseudo-terminal; programs still read JSON from the same commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entry } from '../support/command.ts';
import { runInTerminal, spawnInTerminal } from '../support/pseudo-terminal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('log lines are readable on a terminal: time, level, message and values, without control sequences of a caller', async () => {
  await using folder = await temporaryFolder();
  const env = { PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: folder.path, EVENT_LOOP_DELAY_MS_MAX: '0' };
  const child = spawnInTerminal([process.execPath, entry], env);
  let text = '';
  let isPrompted = false;
  for await (const chunk of child.stdout) {
    text += chunk;
    const url = /REST +(http:\S+)\/ /.exec(text)?.[1];
    if (url && !isPrompted) {
      isPrompted = true;
      await fetch(`${url}/no-such-path%1b[2J`);
    }
    if (/field data request.*\r\n/.test(text)) break;
  }
  child.kill('SIGTERM');
  const line = text.split('\r\n').find((each) => each.includes('field data request'));
  expect(line).toMatch(/^\S*\d\d:\d\d:\d\d\S* \S*INFO/);
  expect(line).toMatch(/status=\S*404/);
  expect(line).not.toContain('{"level"');
  expect(line).not.toContain('\u001b[2J');
});

test('a command that removes records prompts on a terminal, and removes them only after yes', async () => {
  await using folder = await temporaryFolder();
  const env = { FIELD_DATA_DIR: folder.path };
  const place = ['--timezone', 'UTC', '--latitude', '0', '--longitude', '0', '--public'];
  await runInTerminal(['fields', 'add', 'fld_a', ...place], env);
  const no = await runInTerminal(['fields', 'remove', 'fld_a'], env, '');
  expect(no.text).toContain('Remove fld_a with 0 weather records, 0 earth observations and 0 observations? [y/N]');
  expect(no).toMatchObject({ code: 0, text: expect.stringContaining('Nothing was changed.') });
  const yes = await runInTerminal(['fields', 'remove', 'fld_a'], env, 'y');
  expect(yes).toMatchObject({ code: 0, text: expect.stringContaining('Removed fld_a') });
});

test('import draws a progress bar, clears it, and prints its counts', async () => {
  await using folder = await temporaryFolder();
  const env = { FIELD_DATA_DIR: folder.path };
  const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '13.4', '--public'];
  expect((await runInTerminal(['fields', 'add', 'fld_bar', ...place], env)).code).toBe(0);
  // About ten batches with a pause after each, because the bar is redrawn after 100 ms.
  const count = 20_000;
  const hours = Array.from({ length: count }, (_, hour) => new Date(Date.UTC(2020, 0, 1, hour)).toISOString());
  const rows = hours.map((startsAt) => `${startsAt},hourly,18.2,3.4,61,rain`);
  const header =
    'starts_at,granularity,temperature_max[celsius],precipitation[millimetre],relative_humidity[percent],condition';
  const file = join(folder.path, 'hours.csv');
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`);
  const { code, text } = await runInTerminal(['import', file, '--field', 'fld_bar'], env);
  expect(code).toBe(0);
  const drawn = [...text.matchAll(/\r[█░]{30} (\d+) % {2}hours\.csv/g)].map(([, percent]) => Number(percent));
  expect(drawn.length).toBeGreaterThan(1);
  expect(drawn).toEqual(drawn.toSorted((one, other) => one - other));
  expect(text.endsWith(`\r\u001b[2K${file}: ${count} new, 0 replaced, 0 unchanged, 0 refused\r\n`)).toBe(true);
  writeFileSync(file, `${[header, ...rows, 'x'].join('\n')}\n`);
  const refused = await runInTerminal(['import', file, '--field', 'fld_bar'], env);
  expect(refused.text).toContain(`\r\u001b[2K${file}: line ${count + 2}: `);
  writeFileSync(file, 'temp\n1\n');
  expect((await runInTerminal(['import', file], env)).text).toContain(`\r\u001b[2K${file}: The header `);
});
