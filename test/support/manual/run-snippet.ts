/** Runs a snippet of the manual by the rules of its language, and rejects if it does not work as written. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { commandNames } from '../../../src/start/run-command.ts';
import { post } from '../post.ts';
import type { Desk } from './desk.ts';
import { root, type Snippet } from './pages.ts';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };

type Runner = (snippet: Snippet, desk: Desk) => Promise<string>;

/** Add a runner for other languages, or mark their blocks `not run`. A block without a language is output, and is not run. */
const runners: Record<string, Runner> = {
  sh: runShell,
  graphql: runOperation,
  json: async ({ text }) => JSON.stringify(JSON.parse(text)),
  ts: runProgram,
  tsx: runProgram,
};

const triesMax = 20;
const isLate = ({ text, prints = '' }: Snippet, output: string) =>
  text.includes('--max-time') && !output.includes(prints);

/** Runs a snippet. Resolves with its output; rejects if it fails, is refused, or does not print what the page states. */
export async function runSnippet(snippet: Snippet, desk: Desk): Promise<string> {
  const runner = runners[snippet.language];
  if (!runner) throw new Error(`nothing runs ${snippet.language}: teach test/support/manual/run-snippet.ts`);
  await desk.setRunning(snippet.stopped === undefined);
  const local = { ...snippet, text: desk.localize(snippet.text) };
  let output = await runner(local, desk);
  // A busy machine may exceed the page's `--max-time`: then the snippet is repeated.
  for (let tried = 1; tried < triesMax && isLate(snippet, output); tried += 1) output = await runner(local, desk);
  desk.printed += output;
  if (snippet.prints === undefined) assertNoRefusal(output);
  else if (!output.includes(snippet.prints)) throw new Error(`does not print ${snippet.prints}:\n${output}`);
  return output;
}

/** Commands that tests must not run for a page: the packages of the folder are links to this clone, and a server does not end. */
const installsOrServes = new RegExp(
  `\\bnpm (ci|i|install|start(?!( --silent)? -- (${commandNames.join('|')})\\b)|test)\\b|\\bnpx\\b`,
);

/** Runs the block in one bash that ends at the first failure, which includes error statuses of curl. Exports persist. */
async function runShell({ text, prints }: Snippet, desk: Desk): Promise<string> {
  if (installsOrServes.test(text)) throw new Error('installs or serves: say above it why it is `not run`');
  const fail = prints === undefined ? '--fail-with-body' : '';
  const curl = `curl() { command curl ${fail} "$@"; local code=$?; echo; return $code; }`;
  const exports = join(desk.folder, 'exports');
  // The command of `npm start`, without the process of npm.
  const start = `until [ "$1" = -- ]; do shift; done; shift; PATH=${dirname(process.execPath)}:$PATH; ${scripts.start} "$@"`;
  const npm = `npm() ( [ "$1" = start ] || exec npm "$@"; ${start} )`;
  const script = `${curl}\n${npm}\nset -e\n${text}\nenv -0 > ${exports}`;
  const { stdout } = await run('bash', ['-uc', script], { cwd: desk.folder, env: desk.env });
  const variables = readFileSync(exports, 'utf8').split('\0').filter(Boolean);
  desk.env = Object.fromEntries(variables.map((one) => one.split(/=(.*)/s)));
  return stdout;
}

/** Sends the operation with its default variables and the demo key. */
async function runOperation({ text }: Snippet, { product }: Desk): Promise<string> {
  return JSON.stringify((await post(product.graphUrl, { query: text }, product.demo)).body);
}

/** Projects of readers are compiled for a browser. */
const browserProject = {
  compilerOptions: {
    target: 'esnext',
    module: 'preserve',
    lib: ['esnext', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['src'],
};

/**
 * Runs the block as a program with the packages of `npm ci --prefix examples`. A block whose first line names a file is that file; files of
 * `src` are compiled together, after the page's `codegen.ts` has generated the types.
 */
async function runProgram({ text, isCompiledLater }: Snippet, { env, folder }: Desk): Promise<string> {
  const cwd = join(folder, 'programs');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  // Next to the packages of the examples, the client package included; others are found in the clone above.
  const packages = join(cwd, 'node_modules');
  if (!existsSync(packages)) symlinkSync(join(root, 'examples/node_modules'), packages);
  const [, name = 'snippet.ts'] = /^\/\/ (\S+\.tsx?)\n/.exec(text) ?? [];
  const file = join(cwd, name);
  writeFileSync(file, text);
  if (!name.startsWith('src/')) return (await run(process.execPath, [file], { cwd: folder, env })).stdout;
  if (isCompiledLater) return '';
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(browserProject));
  const tool = (command: string, ...args: string[]) =>
    run(join(root, 'node_modules/.bin', command), args, { cwd, env });
  if (existsSync(join(cwd, 'codegen.ts'))) await tool('graphql-codegen', '--config', 'codegen.ts');
  return (await tool('tsc', '--noEmit')).stdout;
}

/**
 * Every line of JSON is a response, and none may contain an error of the graph, an error type of a union, or a problem of the service.
 * Responses of the service over several lines are refused only by their status.
 */
function assertNoRefusal(output: string): void {
  for (const line of output.split('\n').filter((one) => one.startsWith('{"'))) {
    const { data, errors, status } = JSON.parse(line);
    const results = Object.values(data ?? {}) as ({ __typename?: string } | null)[];
    const isRefused = results.some((result) => result?.__typename?.endsWith('Error'));
    if (errors !== undefined || isRefused || status >= 400) throw new Error(`is refused: ${line}`);
  }
}
