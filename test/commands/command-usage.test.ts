/** Wrong calls of the operator's commands: each prints the reason and the usage, and exits with code 2. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandNames } from '../../src/start/run-command.ts';
import { type Ran, runCommand } from '../support/command.ts';
import { runHere } from '../support/run-here.ts';
import { folderOfTest } from '../field-data/support/service.ts';
import { root } from '../support/manual/pages.ts';

function run(command: string, ...words: string[]): Promise<Ran> {
  const folder = folderOfTest();
  return runHere([command, ...words], { cwd: folder, env: { FIELD_DATA_DIR: folder } });
}

// The entry point runs all commands in the same manner: one of the service, the gateway and a capability each are enough.
test.each<[string, string]>([
  ['keys', '--help'],
  ['keys', '--nonsense'],
  ['doctor', '--nonsense'],
  ['drift', '--nonsense'],
])('a process prints and exits like the in-process runs of the tests below: %s %s', async (...words) => {
  const cwd = folderOfTest();
  expect(await runCommand(words, { cwd, env: { FIELD_DATA_DIR: cwd } })).toEqual(await run(...words));
});

test('npm passes its arguments on to a command', async () => {
  const words = ['keys', 'create', '--help'] as const;
  const { stdout } = await promisify(execFile)('npm', ['start', '--silent', '--', ...words], { cwd: root });
  expect(stdout).toBe((await run(...words)).out);
});

test.each<[command: string, words: string[], reason: RegExp]>([
  ['keys', [], /^Say create, list or revoke\./],
  ['drift', [''], /^Name one URL\./],
  ['migrate', ['down'], /^migrate takes no words\./],
  ['export', ['--field', 'fld_a', '--out', 'x', '--field=fld_b'], /^--field is given twice\.\n\n/],
  ['keys', ['create', '--account', 'farm', '--name', 'x', '--mode', 'prod'], /^--mode must be test or live/],
  ['keys', ['create', '--account', '~demo', '--name', 'x', '--mode', 'test'], /^--account must be/],
  ['keys', ['create', '--account', 'farm', '--mode', 'test'], /^--name is missing/],
  [
    'keys',
    ['create', '--account', 'farm', '--name', 'x', '--mode', 'test', '--scope', 'all'],
    /^--scope must be one of/,
  ],
  ['keys', ['create', '--account', 'farm', '--name', 'a\nb', '--mode', 'test'], /^--name must be one line/],
  ['keys', ['create', '--acount', 'farm'], /^There is no option --acount\.\n/],
  ['request', [], /^Give one document, in quotes\.\n/],
  ['request', ['{', 'a', '}'], /^Give one document, in quotes\.\n/],
  ['request', ['{ a }', '--variables', '[1]'], /^--variables must be a JSON object/],
  ['request', ['{ a }', '--variables', "{'id': 1}"], /^--variables must be a JSON object/],
  ['fields', ['add', 'farm'], /^The id must be fld_/],
  ['fields', ['add', 'fld_demo_01'], /belong to the demo/],
  [
    'fields',
    ['add', 'fld_a', '--timezone', 'CEST', '--latitude', '0', '--longitude', '0', '--public'],
    /^--timezone must be an IANA name/,
  ],
  [
    'fields',
    ['add', 'fld_a', '--timezone', 'UTC', '--latitude', '91', '--longitude', '0', '--public'],
    /^--latitude must be/,
  ],
  [
    'fields',
    ['add', 'fld_a', '--timezone', 'UTC', '--latitude', '-1', '-2', '--longitude', '0', '--public'],
    /^There is no option -2\./,
  ],
  [
    'fields',
    ['add', 'fld_a', '--timezone', 'UTC', '--latitude', '0', '--longitude', '0'],
    /^Say --account NAME or --public/,
  ],
  [
    'fields',
    ['add', 'farm', '--timezone', 'CEST', '--latitude', '91', '--account', 'No one'],
    /^The id must be .*\n--timezone must be .*\n--latitude must be .*\n--longitude is missing.*\n--account must be /,
  ],
  [
    'fields',
    ['set', 'fld_a', '--longitude', 'x', '--account', 'a', '--public'],
    /^--longitude must be .*\nSay --account/,
  ],
  [
    'fields',
    ['set', 'fld_a', '--name', 'a\u001b[2Jb', '--crop', 'a\nb', '--account', 'a\u0007'],
    /^--account must be one line.*\n--name must be one line without control characters\.\n--crop must be one line/,
  ],
  ['fields', ['set', 'fld_a', '--area', '1000000001'], /^--area must be .* at most 1,000,000,000/],
  ['fields', ['remove', 'fld_a', 'fld_b', '--yes'], /^remove does not use fld_b: leave it out\.\n/],
  ['fields', ['remove', 'fld_a', '--name', 'x', '--yes'], /^remove does not use --name: leave it out\./],
  ['fields', ['list', 'fld_a', '--public'], /^list does not use fld_a or --public: leave it out\./],
  ['keys', ['list', 'farm', '--mode', 'live'], /^list does not use farm or --mode: leave it out\./],
  ['weather', ['remove', 'fld_a', '--before', '2026-05-01'], /^remove does not use fld_a: leave it out\./],
  ['fields', ['remove', 'fld_demo_01', '--yes'], /belong to the demo/],
  ['weather', ['remove', '--before', '01.05.2026'], /^--before must be a date that exists, as YYYY-MM-DD/],
  ['weather', ['remove', '--before', '2026-05-01', '--kind', ''], /^--kind must be observed or forecast\./],
  ['weather', ['remove', '--before', '2026-05-01', '--granularity', 'day'], /^--granularity must be daily or hourly\./],
  ['weather', ['--before', '2026-05-01'], /^Say remove/],
  ['import', ['--field', '--strict', '--kind'], /^--field needs a value\.\n--kind needs a value\.\n/],
  ['import', ['x.csv', '--strict=yes'], /^--strict takes no value/],
  ['export', ['all.jsonl'], /^all\.jsonl is no option: name a file as --out FILE/],
  ['import', [], /^Name at least one file/],
  ['import', ['x.csv', '--kind', 'guess'], /^--kind must be/],
  ['import', ['x.csv', '--issued-at', '2026-05-01'], /^--issued-at must be a date-time with an offset/],
  ['export', ['--resource', 'fields'], /^--resource must be one of/],
])('%s %j prints what is wrong and the usage, and exits with code 2', async (command, words, reason) => {
  const { code, err, out } = await run(command, ...words);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(reason);
  expect(err).toContain('npm start --silent -- ');
});

test.each(commandNames.flatMap((command) => [[command, '--help'] as const, [command, 'word', '-h'] as const]))(
  '%s %s prints the usage and exits with code 0',
  async (command, ...words) => {
    const { code, out, err } = await run(command, ...words);
    expect([code, err]).toEqual([0, '']);
    expect(out.startsWith(`npm start --silent -- ${command}`)).toBe(true);
  },
);

test.each(commandNames)(
  '%s refuses an unknown option with a message of its own instead of an error of Node',
  async (command) => {
    const { code, err } = await run(command, '--nonsense');
    expect(code).toBe(2);
    expect(err).not.toMatch(/positional|Unknown option|ERR_|TypeError|\n {4}at /);
  },
);

test('--help of import names the columns of a CSV file', async () => {
  expect((await run('import', '--help')).out).toContain('temperature_max[celsius]');
});
