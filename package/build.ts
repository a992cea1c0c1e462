/**
 * `npm run build`: compiles the source into `dist`, and copies data, queries and the entry with one changed import. The new folder replaces
 * the old one only when it is complete, so that a failed build changes nothing for a process that runs from `dist`.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserFiles, parts, writeParts } from './parts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist');
const dist = `${built}.next`;
const previous = `${built}.previous`;
const executableMode = 0o755;

/** Extensions of data files that a module reads from its own folder. */
const dataKinds = ['.css', '.csv', '.graphql', '.js', '.sql'];
/** Extensions that are not copied: compiled sources, files written separately, and files that only readers of the source need. */
const otherKinds = ['.ts', '.cjs', '.json', '.md'];

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** Writes the entry, the only file that is not an ES module. The compiler does not change its imports. */
function writeEntry(): void {
  const source = readFileSync(join(root, 'src/start.cjs'), 'utf8');
  const entry = source.replace("import('./start/run-command.ts')", "import('./start/run-command.js')");
  if (entry === source) throw new Error('src/start.cjs does not import run-command.ts: the package would not start.');
  writeFileSync(join(dist, 'start.cjs'), entry);
  chmodSync(join(dist, 'start.cjs'), executableMode);
}

for (const folder of [dist, previous]) rmSync(folder, { recursive: true, force: true });
const flags = ['--singleThreaded', '-p', 'tsconfig.build.json', '--outDir', dist];
execFileSync(process.execPath, [join(root, 'node_modules/.bin/tsc'), ...flags], { cwd: root, stdio: 'inherit' });
writeEntry();
await writeParts(dist);
for (const file of globSync('**/*.*', { cwd: join(root, 'src') })) {
  if (parts.some(({ source }) => source !== undefined && file.startsWith(source))) continue;
  if (dataKinds.includes(extname(file))) copy(join(root, 'src', file), join(dist, file));
  else if (!otherKinds.includes(extname(file)))
    throw new Error(`src/${file} is of a kind that this build does not know.`);
}
for (const [name, files] of Object.entries(browserFiles)) {
  for (const file of files) {
    copy(join(root, 'node_modules', name, file), join(dist, 'browser-files', name, file));
  }
}
if (existsSync(built)) renameSync(built, previous);
renameSync(dist, built);
rmSync(previous, { recursive: true, force: true });
