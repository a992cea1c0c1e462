/** The unit as systemd itself reads it. Nothing is started: that takes a machine whose first process is systemd. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const unit = readFileSync(new URL('../../deploy/fieldgraph.service', import.meta.url), 'utf8');

/** Of ten, as `systemd-analyze security` rates: below two is where it has nothing more to advise for a server. */
const exposureMax = 2;

/** The unit in a file of its own, with the Node of this machine, which need not be where the unit says. */
async function analyze(command: string[], text: string): Promise<{ stdout: string; stderr: string }> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'fieldgraph.service');
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
  return await run('systemd-analyze', [...command, file]);
}

it('is stopped later than the process stops itself', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  const scaling = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const [, drainMs] = /^\| On each machine .*DRAIN_MS=(\d+)/m.exec(scaling) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(readConfig({ DRAIN_MS: drainMs }).DRAIN_MS);
});

describe.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd', () => {
  it('finds no fault', async () => {
    expect(await analyze(['verify'], unit)).toEqual({ stdout: '', stderr: '' });
  });

  it('does look: a setting it does not know is named', async () => {
    const { stderr } = await analyze(['verify'], unit.replace('PrivateTmp=', 'PrivateTemp='));
    expect(stderr).toContain('PrivateTemp');
  });

  it(`rates its exposure below ${exposureMax}`, async () => {
    const { stdout } = await analyze(['security', '--offline=true', '--no-pager'], unit);
    const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(exposureMax);
  });
});
