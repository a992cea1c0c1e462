/** `npm start -- doctor`, and what it reports. */
import { expect } from 'vitest';
import type { Finding } from '../../src/commands/doctor/run.ts';
import { runHere } from './run-here.ts';
import { folderOfTest } from '../field-data/support/service.ts';
import { openTestStore, storeEnvironment } from '../field-data/support/stores.ts';

/** Free ports, so that no other instance of the machine is in the report. */
const ports = { gateway: { PORT: '0' }, service: { FIELD_DATA_PORT: '0' } };

/** A folder with a closed store. */
export async function folderWithStore(): Promise<string> {
  const folder = folderOfTest();
  await (await openTestStore(folder)).close();
  return folder;
}

/** Reports on the store of a folder with further settings; with `run: runCommand` in a separate process. */
export async function doctor(
  dataDir: string,
  env: Record<string, string> = {},
  words: readonly string[] = [],
  { cwd = folderOfTest(), run = runHere }: { cwd?: string; run?: typeof runHere } = {},
) {
  const isRemote = env.FIELD_DATA_URL !== undefined;
  const settings = {
    ...(words.includes('service') ? {} : ports.gateway),
    ...(isRemote ? {} : { ...ports.service, ...(await storeEnvironment(dataDir)) }),
    ...env,
  };
  const { code, out, err } = await run(['doctor', '--json', ...words], { cwd, env: settings });
  expect(err).toBe('');
  const findings: Finding[] = JSON.parse(out);
  const urgent = findings.filter(({ verdict }) => verdict === 'error' || verdict === 'warning');
  return {
    code,
    findings,
    /** The findings that need action. */
    seen: urgent.map(({ check, verdict, detail }) => `${check} ${verdict}: ${detail}`),
    /** The same, each with its next step. */
    lines: urgent.map(({ check, verdict, detail, next }) => `${check} ${verdict}: ${detail} → ${next}`),
  };
}
