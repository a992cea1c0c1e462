/** The Node that runs this, and the packages that it loads. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fail, good, type Outcome, warn } from '../../platform/cli/check.ts';

interface Package {
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

const require = createRequire(import.meta.url);
const own: Package = require('../../../package.json');
/** The Node that comes with the package, which every test ran on. */
const tested = Object.values(own.optionalDependencies)[0] ?? '';
const majorOf = (version: string): number => Number.parseInt(version, 10);

/** Reports the version of Node. The entry already refuses a version that is too old. */
export async function checkNode(): Promise<Outcome> {
  const { node } = process.versions;
  const running = `Node ${node} runs Fieldgraph ${own.version}`;
  if (majorOf(node) === majorOf(tested)) return good(`${running}, which is tested on Node ${tested}.`);
  return majorOf(node) < majorOf(tested)
    ? good(`${running}, which needs Node 24 and is tested on Node ${tested}.`)
    : warn(`${running}, which is tested on Node ${tested}.`, `Run it on Node ${majorOf(tested)}.`);
}

/** Reports dependencies that are missing, or older than package.json requires. */
export async function checkPackages(): Promise<Outcome | Outcome[]> {
  const outcomes = Object.entries(own.dependencies).flatMap(([name, range]) => outcomeOf(name, range));
  return outcomes.length > 0
    ? outcomes
    : good(`All ${Object.keys(own.dependencies).length} packages have the versions that package.json requires.`);
}

function outcomeOf(name: string, range: string): Outcome[] {
  const next = 'Install the packages again: npm ci, or npm install of the package.';
  const folder = require.resolve.paths(name)?.find((path) => existsSync(join(path, name, 'package.json')));
  if (folder === undefined) return [fail(`The package ${name} is not installed.`, next)];
  const { version } = require(join(folder, name, 'package.json'));
  return fits(version, range) ? [] : [fail(`The package ${name} is ${version}; ${range} is required.`, next)];
}

/** Whether a version is in a caret or tilde range, or equals the exact version. */
function fits(version: string, range: string): boolean {
  if (!/^[\^~]/.test(range)) return version === range;
  const numbersOf = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10));
  const actual = numbersOf(version);
  const least = numbersOf(range.slice(1));
  const first = range.startsWith('~') ? 1 : least.findIndex((part) => part > 0);
  const differing = least.findIndex((part, at) => part !== actual[at]);
  return differing === -1 || (differing > first && (actual[differing] ?? 0) > (least[differing] ?? 0));
}
