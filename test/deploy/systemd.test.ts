/** The unit as systemd itself reads it. Nothing is started: that needs a machine whose first process is systemd. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const unit = readFileSync(new URL('../../deploy/fieldgraph.service', import.meta.url), 'utf8');

/** Of ten, by `systemd-analyze security`: below two it has no further advice for a server. */
const exposureMax = 2;

/** Runs systemd-analyze on the unit, with the path of Node on this machine, which may differ from that in the unit. */
async function analyze(command: string[], text: string): Promise<{ stdout: string; stderr: string }> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'fieldgraph.service');
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
  return await run('systemd-analyze', [...command, file]);
}

it('the unit allows more time to stop than the DRAIN_MS that docs/scale.md recommends', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  const scaling = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const [, drainMs] = /^\| On each machine .*DRAIN_MS=(\d+)/m.exec(scaling) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(readConfig({ DRAIN_MS: drainMs }).DRAIN_MS);
});

it('the unit and the `docker run` of the manual forbid core files, which contain keys', () => {
  const manual = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
  expect(unit).toMatch(/^LimitCORE=0$/m);
  expect(/^docker run --detach (?:.*\\\n)*.*$/m.exec(manual)?.[0]).toContain(' --ulimit core=0 ');
});

describe.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd', () => {
  it('accepts the unit', async () => {
    expect(await analyze(['verify'], unit)).toEqual({ stdout: '', stderr: '' });
  });

  it('names an unknown setting', async () => {
    const { stderr } = await analyze(['verify'], unit.replace('PrivateTmp=', 'PrivateTemp='));
    expect(stderr).toContain('PrivateTemp');
  });

  it(`rates the exposure of the unit below ${exposureMax}`, async () => {
    const { stdout } = await analyze(['security', '--offline=true', '--no-pager'], unit);
    const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(exposureMax);
  });
});
