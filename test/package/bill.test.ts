/** The bill of materials of an installation: each package is listed, and its licence permits redistribution. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createBill, licenceOf } from '../../package/bill.ts';
import { browserFiles } from '../../package/parts.ts';
import { bundledPackages } from '../../src/page/server/build.ts';

/** Licences allowed for production dependencies: each permits redistribution under the product's licence, with the notice. */
const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
]);

const root = new URL('../..', import.meta.url).pathname;
const bill = createBill();

test('the bill lists all production dependencies, and the development dependencies that the package copies or bundles', async () => {
  const flags = ['ls', '--all', '--omit=dev', '--parseable', '--long'];
  const { stdout } = await promisify(execFile)('npm', flags, { cwd: root });
  const installed = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(':')[1] ?? '');
  const listed = bill.components.map((component) => component['bom-ref']);
  // The bill also lists Node for other platforms, which is not installed here.
  expect(installed.filter((each) => !listed.includes(each))).toEqual([]);
  for (const name of [...Object.keys(browserFiles), ...bundledPackages])
    expect(bill.components.map((each) => each.name)).toContain(name);
  expect(listed.filter((each) => each.startsWith('vitest@'))).toEqual([]);
});

test('the bill is the same where only runtime packages are installed by default', () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(createBill()).toEqual(bill);
  vi.unstubAllEnvs();
});

test('every package of the bill has an allowed licence', () => {
  const others = bill.components.filter((component) => !allowedLicences.has(licenceOf(component)));
  expect(others.map((component) => `${component['bom-ref']}: ${licenceOf(component)}`)).toEqual([]);
});
