/** The files that browsers load for the field page: small, made only of the listed packages, reproducible, and from no other host. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildPage, bundledPackages } from '../../src/page/server/build.ts';

const bytesMax = 60 * 1_024;
const built = await buildPage();

describe('the built page', () => {
  it('is at most 60 KB compressed, over all files that the browser loads', () => {
    const files = built.files.filter(({ name }) => name !== 'LICENSES.txt');
    expect(files.reduce((sum, { bytes }) => sum + gzipSync(bytes).byteLength, 0)).toBeLessThanOrEqual(bytesMax);
  });

  it('bundles only the packages whose licences it includes', () => {
    const packages = Object.keys(built.metafile.inputs).flatMap(
      (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    );
    expect([...new Set(packages)].toSorted()).toEqual([...bundledPackages]);
    const licences = Buffer.from(built.files.find(({ name }) => name === 'LICENSES.txt')?.bytes ?? []).toString();
    for (const name of bundledPackages) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('has the same bytes for the same source', async () => {
    const again = await buildPage();
    expect(again.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')])).toEqual(
      built.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]),
    );
  });

  it('names no address of another host', () => {
    const addresses = built.files
      .filter(({ name }) => name !== 'LICENSES.txt')
      .flatMap(
        ({ bytes }) =>
          Buffer.from(bytes)
            .toString()
            .match(/https?:\/\/[\w.-]+/g) ?? [],
      );
    // Names of XML namespaces, which nothing loads.
    expect(addresses.filter((address) => !address.endsWith('//www.w3.org'))).toEqual([]);
  });
});
