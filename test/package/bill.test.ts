/** What an installation runs: each package is on the bill, and may be given on under the licence it has. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createBill, licenceOf } from '../../package/bill.ts';
import { browserFiles } from '../../package/parts.ts';
import { bundledPackages } from '../../src/page/server/build.ts';

/** Licences a production dependency may have: each lets the product be passed on under its own, with the notice. */
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

test('the bill lists what npm installs without development dependencies, and what the package copies or bundles of those', async () => {
  const flags = ['ls', '--all', '--omit=dev', '--parseable', '--long'];
  const { stdout } = await promisify(execFile)('npm', flags, { cwd: root });
  const installed = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(':')[1] ?? '');
  const listed = bill.components.map((component) => component['bom-ref']);
  // Of the Nodes for other machines none is installed here.
  expect(installed.filter((each) => !listed.includes(each))).toEqual([]);
  for (const name of [...Object.keys(browserFiles), ...bundledPackages])
    expect(bill.components.map((each) => each.name)).toContain(name);
  expect(listed.filter((each) => each.startsWith('vitest@'))).toEqual([]);
});

test('every licence is one of those allowed', () => {
  const others = bill.components.filter((component) => !allowedLicences.has(licenceOf(component)));
  expect(others.map((component) => `${component['bom-ref']}: ${licenceOf(component)}`)).toEqual([]);
});
