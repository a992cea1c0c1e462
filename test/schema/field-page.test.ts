/** The files that browsers load for the field page: small, made only of the listed packages, reproducible, and from no other host. */
import { describe, expect, it } from 'vitest';
import { headerOf } from '../../src/platform/server/http-reply.ts';
import { buildPage, bundledPackages } from '../../src/page/server/build.ts';
import { folder } from '../../src/page/server/capability.ts';
import { createFieldPage } from '../../src/page/server/field-page.ts';

const bytesMax = 60 * 1_024;
const built = await buildPage();

describe('the built page', () => {
  it.each(['br', 'gzip'])('is at most 60 KB as %s, over all files that the browser loads', async (coding) => {
    const pages = [...createFieldPage(folder)].filter(([path]) => path !== '/page/LICENSES.txt');
    const headers = new Headers({ 'accept-encoding': coding });
    const replies = await Promise.all(pages.map(([, page]) => page({ method: 'GET', headers })));
    expect(replies.map((reply) => headerOf(reply.headers, 'content-encoding'))).toEqual(pages.map(() => coding));
    const bytes = replies.map((reply) => Number(headerOf(reply.headers, 'content-length')));
    expect(bytes).toHaveLength(5);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(bytesMax);
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
