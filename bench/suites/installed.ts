/** Installs the package as a user does in production: measures its size, and makes a contestant that starts it. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, wholeProduct } from '../contestants.ts';
import { productFolder } from '../harness/npm-start.ts';
import type { InstalledResult } from '../results.ts';

export interface Installed {
  size: InstalledResult;
  /** Starts the installed package as its command does, on the Node that runs the bench. */
  contestant: Contestant;
  remove(): void;
}

const nodePackage = `node-${process.platform}-${process.arch}`;

/** Packs the product, and installs the tarball in an empty folder. Needs npm's registry for packages that its cache lacks. */
export function installPackage(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-installed-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const pack = ['pack', '--silent', '--pack-destination', folder];
  const tarball = execFileSync('npm', pack, { cwd: productFolder, encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)], {
    cwd: folder,
    stdio: 'ignore',
  });
  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { packages: object };
  const nodeBytes = bytesIn(join(modules, nodePackage));
  return {
    size: {
      packages: Object.keys(packages).length,
      bytes: bytesIn(modules) - nodeBytes,
      nodeBytes,
      tarballBytes: statSync(join(folder, tarball)).size,
    },
    contestant: {
      ...wholeProduct,
      name: 'Fieldgraph with its embedded service, installed from its package',
      start: (ports, upstream) => ({
        ...wholeProduct.start(ports, upstream),
        args: [join(modules, 'fieldgraph/dist/start.cjs')],
      }),
    },
    remove,
  };
}

function bytesIn(folder: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
