/**
 * The bill of materials of an installation: the locked runtime packages, and the development packages that the build copies or bundles.
 * npm's `--omit dev`, the default of NODE_ENV=production, would leave out a runtime package if development needs it too, so the lock file
 * decides instead.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browserFiles, parts } from './parts.ts';

/** Members read of a CycloneDX 1.5 component. */
export interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  properties: { name: string; value: string }[];
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** Members read of a CycloneDX 1.5 document (https://cyclonedx.org/docs/1.5/json/). */
export interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Makes the bill from package-lock.json. Equal locks make equal bytes: npm's serial number and timestamp are removed. */
export function createBill(): Bill {
  const flags = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev'];
  const printed = execFileSync('npm', flags, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const { serialNumber, metadata, components, dependencies, ...bill }: Bill = JSON.parse(printed);
  const { timestamp, ...stated } = metadata;
  const refs = shippedRefs();
  const rootRef = dependencies[0]?.ref;
  return {
    ...bill,
    // npm writes the folder's name.
    metadata: { ...stated, component: { ...stated.component, name: 'fieldgraph' } },
    components: components
      .filter((component) => refs.has(component['bom-ref']))
      .map((component) => ({ ...component, properties: [] })),
    dependencies: dependencies
      .filter(({ ref }) => ref === rootRef || refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

/** Development packages whose files the build copies or bundles. */
const shippedInParts: ReadonlySet<string> = new Set([
  ...Object.keys(browserFiles),
  ...parts.flatMap(({ bundledPackages }) => bundledPackages),
]);

/** Name and version of every package that is not only for development, or whose files are shipped. */
function shippedRefs(): Set<string> {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  return new Set(
    Object.entries(lock.packages).flatMap(([path, { version, dev }]) => {
      const name = path.split('node_modules/').at(-1) ?? '';
      return path !== '' && (!dev || shippedInParts.has(name)) ? [`${name}@${version}`] : [];
    }),
  );
}

/** Returns the licence that a component states: an SPDX id, an SPDX expression or any other text. */
export function licenceOf({ licenses = [] }: Component): string {
  return licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');
}
