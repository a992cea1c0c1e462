/** Settings in context: defaults in documents, secrets from files, misspelt names, and settings that exclude each other. */
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeSettings,
  doubtfulSettings,
  ignoredSettings,
  processWarnings,
  type Reader,
  readConfig,
} from '../../src/config.ts';
import { createConnections } from '../../src/field-data/store/postgres/connections.ts';
import { runCommand } from '../support/command.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const url = 'postgres://fieldgraph:hunter2@db.example.com/fieldgraph';
const demoKey = 'a-demo-key';

function refusalOf(env: Record<string, string>, reader?: Reader): string {
  try {
    readConfig(env, reader);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

it('a default that the schema or a document states equals the default of the setting', () => {
  const defaults = new Map(describeSettings().map(({ name, fallback }) => [name, fallback]));
  const stated = ['schema/schema.graphql', ...globSync('docs/*.md')].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/`([A-Z_]+)` \(([\d,]+)( seconds)?(?: unless set otherwise)?\)/g)].map(
      ([, name = '', number = '', seconds]) => ({
        path,
        name,
        value: Number(number.replace(',', '')) * (seconds ? 1000 : 1),
      }),
    ),
  );
  expect(stated.length).toBeGreaterThan(4);
  for (const { path, name, value } of stated) expect(String(value), `${name} in ${path}`).toBe(defaults.get(name));
});

it('every described setting is read somewhere in the source', () => {
  const others = globSync('src/**/*.{ts,cjs}').filter((path) => path !== 'src/config/settings.ts');
  const text = others.map((path) => readFileSync(path, 'utf8')).join('\n');
  // A capability declares its settings next to their use.
  const uses = (name: string) => text.match(new RegExp(`\\b${name}\\b(?!: )`, 'g')) ?? [];
  const names = describeSettings().flatMap(({ name }) => (name.endsWith('_FILE') ? [] : name));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => uses(name).length === 0)).toEqual([]);
});

describe('a secret', () => {
  it('is read from the file of its _FILE setting, without a byte order mark and the line end', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'secret');
    for (const [start, end] of [
      ['', ''],
      ['', '\n'],
      ['\ufeff', '\r\n'],
    ]) {
      writeFileSync(file, `${start}${url}${end}`);
      expect(readConfig({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe(url);
    }
    writeFileSync(file, `${demoKey}\n`);
    expect(readConfig({ DEMO_API_KEY_FILE: file, DATABASE_URL: '' }).DEMO_API_KEY).toBe(demoKey);
  });

  it('is the only setting that is read from a file', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'host');
    writeFileSync(file, '10.0.0.1');
    expect(readConfig({ HOST_FILE: file }).HOST).toBe('127.0.0.1');
    expect(ignoredSettings('gateway', { FIELD_DATA_DIR_FILE: file })).toEqual([]);
  });

  it('for the demo may be malformed, or its file unreadable, if this process does not serve the demo', async () => {
    await using folder = await temporaryFolder();
    const DEMO_API_KEY_FILE = join(folder.path, 'none');
    const FIELD_DATA_URL = 'http://127.0.0.1:1';
    const refused = /^DEMO_API_KEY_FILE names a file that cannot be read \(ENOENT\)/;
    expect(refusalOf({ DEMO_API_KEY_FILE })).toMatch(refused);
    expect(refusalOf({ DEMO_API_KEY_FILE, DATABASE_URL: url, DEMO: 'on' })).toMatch(refused);
    const DEMO_API_KEY = 'a demo key';
    const malformed = /^DEMO_API_KEY must be visible ASCII characters, .*$/;
    expect(refusalOf({ DEMO_API_KEY })).toMatch(malformed);
    expect(refusalOf({ DEMO_API_KEY, DATABASE_URL: url, DEMO: 'on' })).toMatch(malformed);
    for (const key of [{ DEMO_API_KEY }, { DEMO_API_KEY_FILE }]) {
      for (const served of [{ DEMO: 'off' }, { FIELD_DATA_URL }, { DATABASE_URL: url }])
        expect(readConfig({ ...key, ...served }).DEMO_API_KEY).toBeUndefined();
      expect(readConfig({ ...key, FIELD_DATA_URL }, 'gateway').DEMO_API_KEY).toBeUndefined();
      for (const served of [{}, { DATABASE_URL: url, DEMO: 'on' }])
        expect(readConfig({ ...key, ...served }, 'command').DEMO_API_KEY).toBeUndefined();
    }
  });

  it('is refused if it is set twice or its file is unreadable or malformed, and its value is never shown', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'secret');
    writeFileSync(file, 'hunter2');
    expect(refusalOf({ DATABASE_URL: url, DATABASE_URL_FILE: file })).toBe(
      'DATABASE_URL and DATABASE_URL_FILE are both given: keep one of them.',
    );
    expect(refusalOf({ DATABASE_URL_FILE: join(folder.path, 'none') })).toBe(
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT), for example DATABASE_URL_FILE=/run/secrets/database-url',
    );
    for (const text of ['hunter2', '']) {
      writeFileSync(file, text);
      const malformed = refusalOf({ DATABASE_URL_FILE: file });
      expect(malformed).toMatch(
        /^DATABASE_URL_FILE names a file whose text must be a postgres address .*, for example postgres:/,
      );
      expect(malformed).not.toContain('hunter2');
    }
  });
});

/** Every name that is one edit from this one. */
function misspellings(name: string): string[] {
  const edits = Array.from(name, (letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const next = name[at + 1] ?? '';
    return [
      before + after,
      `${before}X${letter}${after}`,
      `${before}X${after}`,
      before + next + letter + after.slice(1),
    ];
  });
  return [...new Set([...edits.flat(), `${name}X`])];
}

describe('a name that is one edit from a setting', () => {
  const known = new Set(describeSettings().map(({ name }) => name));
  const value = 'hunter2';

  it('prevents the start if it is long, with a message that names the intended setting and never the value', () => {
    expect(refusalOf({ FIELD_DATA_RATE_LIMIT_PER_MINTUE: value, DEADLINE_M: '1', UPSTREAM_CALLS_MAXX: '1' })).toBe(
      [
        'FIELD_DATA_RATE_LIMIT_PER_MINTUE is no setting: write FIELD_DATA_RATE_LIMIT_PER_MINUTE, or remove it.',
        'DEADLINE_M is no setting: write DEADLINE_MS, or remove it.',
        'UPSTREAM_CALLS_MAXX is no setting: write UPSTREAM_CALLS_MAX, or remove it.',
      ].join('\n'),
    );
    const misspelt = new Set([...known].flatMap(misspellings)).difference(known);
    const refusal = refusalOf(Object.fromEntries([...misspelt].map((name) => [name, value])));
    const refused = refusal.split('\n').map((line) => line.replace(/ is no setting: write .*/, ''));
    expect(refused.toSorted()).toEqual(
      [...misspelt].filter((name) => name.length >= 10 && name.includes('_')).toSorted(),
    );
    expect(refusal).not.toContain(value);
  });

  it('causes a warning if it is short or has no underscore, unless it is an ordinary word', () => {
    const meant = {
      IDS_MAXX: 'IDS_MAX',
      IDS_MA: 'IDS_MAX',
      ADMINPORT: 'ADMIN_PORT',
      INTROSPECTON: 'INTROSPECTION',
      GRAPHIQ: 'GRAPHIQL',
      DMEO: 'DEMO',
      HSOT: 'HOST',
      PROT: 'PORT',
    };
    const words = { MCP: 'on', GCP: 'project', CMP: 'diff', HOSTS: 'a', POST: '1', MEMO: 'x' };
    const sentences = Object.entries(meant).map(([name, setting]) => `${name} is no setting: is ${setting} meant?`);
    const misspelt = Object.fromEntries(Object.keys(meant).map((name) => [name, '1']));
    expect(doubtfulSettings({ ...words, ...misspelt })).toEqual(sentences);
    expect(refusalOf({ ...misspelt, GCP: 'project' })).toBe('');
  });

  it('is handled the same if it is the old name of a renamed setting', () => {
    expect(refusalOf({ READS_REQUIRE_KEY: 'on' })).toBe(
      'READS_REQUIRE_KEY is no setting: write FIELD_DATA_READS_REQUIRE_KEY, or remove it.',
    );
    const limits = { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_EXEMPT: '10.0.0.0/8' };
    expect(refusalOf(limits)).toBe('');
    expect(doubtfulSettings(limits)).toEqual([
      'RATE_LIMIT_PER_MINUTE is no setting: is FIELD_DATA_RATE_LIMIT_PER_MINUTE meant?',
      'RATE_LIMIT_EXEMPT is no setting: is FIELD_DATA_RATE_LIMIT_EXEMPT meant?',
    ]);
    expect(refusalOf({ READS_REQUIRE_KEY: 'on', FIELD_DATA_READS_REQUIRE_KEY: 'on' })).toBe('');
  });

  it('is ignored if it is empty, and so are names that are more than one edit away', () => {
    expect(
      refusalOf({ FIELD_DATA_RATE_LIMIT_PER_MINTUE: '', FIELD_DATA_RATE_LIMIT_PER_MINTUES: '1', RATE_LIMIT: '1' }),
    ).toBe('');
  });

  it('is refused in .env too, for the server and for commands', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, '.env'), 'FIELD_DATA_RATE_LIMIT_PER_MINTUE=5\n');
    for (const words of [[], ['fields', 'list']]) {
      // The invalid PORT prevents the start in any case, so that a failing test leaves no server running.
      const { code, err } = await runHere(words, { cwd: folder.path, env: { PORT: 'none' } });
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining(
          'FIELD_DATA_RATE_LIMIT_PER_MINTUE is no setting: write FIELD_DATA_RATE_LIMIT_PER_MINUTE',
        ),
      });
    }
  });
});

it('a value that is not a number, or too large, is refused with the bounds of the setting', () => {
  for (const UPSTREAM_CALLS_MAX of ['0', '10000000000000', '9'.repeat(400), '-1', '1.5', '1e3', ' '])
    expect(refusalOf({ UPSTREAM_CALLS_MAX })).toMatch(/^UPSTREAM_CALLS_MAX must be a whole number from 1 to \d+, for/);
  for (const PORT of ['65536', '100000', '-1'])
    expect(refusalOf({ PORT })).toBe('PORT must be a whole number from 0 to 65535, for example PORT=4000');
});

it('an origin is refused if no page has it, such as one with *', () => {
  const others = [
    'https://A.test',
    'https://a.test:443',
    'https://a.test/',
    'capacitor://localhost/',
    'file://',
    'null',
  ];
  for (const CORS_ORIGINS of ['*', 'https://*.example.com', 'https://a.test, https://*', ...others])
    expect(refusalOf({ CORS_ORIGINS })).toMatch(
      'CORS_ORIGINS must be origins (scheme, host, port unless it is the default; no path, no *) separated by commas',
    );
  expect(readConfig({ CORS_ORIGINS: 'https://a.test, http://[::1]:8080' }).CORS_ORIGINS).toHaveLength(2);
});

it('.env may be a link to /dev/null', async () => {
  await using folder = await temporaryFolder();
  symlinkSync('/dev/null', join(folder.path, '.env'));
  const { code, err } = await runHere(['fields', 'list'], { cwd: folder.path });
  expect([code, err]).toEqual([1, expect.stringMatching(/^There is no database in /)]);
});

it.each(['fields list', 'doctor'])('an empty value in the environment does not override .env: %s', async (words) => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, '.env'), 'FIELD_DATA_PORT=none\n');
  const { code, out, err } = await runHere(words.split(' '), { cwd: folder.path, env: { FIELD_DATA_PORT: '' } });
  expect([code, out + err]).toEqual([1, expect.stringContaining('FIELD_DATA_PORT must be a whole number')]);
});

describe('a setting that only the other role reads', () => {
  const remote = { FIELD_DATA_URL: 'http://127.0.0.1:4001' };

  it('is not checked, and a warning states that it has no effect', () => {
    const injected = { ...remote, FIELD_DATA_PORT: 'tcp://10.0.0.1:4001', DEADLINE_MS: '500' };
    for (const role of ['gateway', undefined] as const) {
      expect(readConfig(injected, role)).toMatchObject({ DEADLINE_MS: 500, FIELD_DATA_PORT: 4001 });
      expect(ignoredSettings(role, injected)).toEqual(['FIELD_DATA_PORT has no effect: only the service reads it.']);
    }
    const service = { PORT: 'tcp://10.0.0.1:4000', MCP: 'perhaps', FIELD_DATA_PORT: '4002' };
    expect(readConfig(service, 'service')).toMatchObject({ FIELD_DATA_PORT: 4002 });
    expect(ignoredSettings('service', service)).toEqual([
      'PORT has no effect: only the gateway reads it.',
      'MCP has no effect: only the gateway reads it.',
    ]);
  });

  it('conflicts with no other setting, except for a database next to a remote service', () => {
    const ofGateway = { RECENT_OPERATIONS_MAX: '10', LIVE_POLL_MS_MAX: '1000', TRUSTED_DOCUMENTS_ONLY: 'on' };
    expect(refusalOf(ofGateway).split('\n')).toHaveLength(3);
    for (const role of ['service', 'command'] as const) expect(readConfig(ofGateway, role).LIVE).toBe(true);
    const ofService = { DATABASE_DIRECT_URL: url, DEMO: 'off', DEMO_NOW: '2026-06-15T12:00:00Z' };
    expect(refusalOf(ofService).split('\n')).toHaveLength(2);
    for (const role of ['gateway', undefined] as const)
      expect(readConfig({ ...ofService, ...remote }, role).DEMO).toBe(false);
    expect(() => readConfig({ ...remote, DATABASE_URL: url }, 'gateway')).toThrow(/are both given/);
    const fromFiles = { DEMO_API_KEY: 'k', DEMO_API_KEY_FILE: '/none', DATABASE_DIRECT_URL_FILE: '/none' };
    expect(readConfig({ ...fromFiles, ...remote }, 'gateway')).toMatchObject({ FIELD_DATA_URL: remote.FIELD_DATA_URL });
    const { DATABASE_DIRECT_URL_FILE } = fromFiles;
    expect(ignoredSettings('gateway', { DATABASE_DIRECT_URL_FILE })).toEqual([
      'DATABASE_DIRECT_URL has no effect: only the service reads it.',
    ]);
  });

  it('is checked for `request`, which runs both roles, unless the service is remote', async () => {
    await using folder = await temporaryFolder();
    const request = (env: Record<string, string>) =>
      runHere(['request', '{ __typename }'], { env: { FIELD_DATA_DIR: folder.path, ...env } });
    const { code, err } = await request({ DEADLINE_MS: '30s' });
    expect([code, err]).toEqual([1, expect.stringMatching(/^DEADLINE_MS must be a whole number/)]);
    // `request` has no callers to drain, so it does not wait for DRAIN_DELAY_MS.
    const injected = { ...remote, FIELD_DATA_PORT: 'tcp://10.0.0.1:4001', DRAIN_DELAY_MS: '60000', DRAIN_MS: '120000' };
    expect(await request(injected)).toMatchObject({ code: 0, err: '' });
  });

  it('is checked by a process with both roles', () => {
    expect(refusalOf({ FIELD_DATA_PORT: 'tcp://10.0.0.1:4001' })).toMatch(/^FIELD_DATA_PORT must be a whole number/);
    expect(ignoredSettings(undefined, { FIELD_DATA_PORT: '0', PORT: '0' })).toEqual([]);
  });
});

describe('FIELD_DATA_URL', () => {
  it.each(['?', '#', '/?', '/#', '?a=b', '/#a'])(
    'is refused if it ends with %s, because paths are appended to it',
    (end) => {
      expect(refusalOf({ FIELD_DATA_URL: `http://127.0.0.1:4001${end}` })).toMatch(
        /^FIELD_DATA_URL must have no user, query or fragment/,
      );
    },
  );

  it.each([
    ['http://127.0.0.1:4001///', 'http://127.0.0.1:4001'],
    [' https://api.example.com/field-data/ ', 'https://api.example.com/field-data'],
    ['http://[::1]:4001', 'http://[::1]:4001'],
  ])('is read without white space around it and slashes at its end: %j', (value, address) => {
    expect(readConfig({ FIELD_DATA_URL: value }).FIELD_DATA_URL).toBe(address);
  });

  it.each([
    ['http://10.0.0.1:4001', 1],
    ['http://localhost.example.com', 1],
    ['http://localhost:4001', 0],
    ['http://[::1]:4001', 0],
    ['https://10.0.0.1', 0],
  ])('%s causes %i warnings that keys are sent unencrypted', (FIELD_DATA_URL, count) => {
    const sentences = processWarnings(readConfig({ FIELD_DATA_URL })).map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => sentence.endsWith('are sent unencrypted.'))).toHaveLength(count);
  });
});

describe('equal ports', () => {
  const remote = { FIELD_DATA_URL: 'http://127.0.0.1:9' };
  const both = { PORT: '4009', FIELD_DATA_PORT: '4009' };
  const graph = { PORT: '4009', ADMIN_PORT: '4009' };
  const service = { FIELD_DATA_PORT: '4009', ADMIN_PORT: '4009' };

  it.each<[string, Record<string, string>, Reader?]>([
    ['FIELD_DATA_PORT', both],
    ['ADMIN_PORT', graph],
    ['ADMIN_PORT', service],
    ['ADMIN_PORT', { ...graph, ...remote }],
    ['ADMIN_PORT', { ...graph, ...remote }, 'gateway'],
    ['ADMIN_PORT', service, 'service'],
    ['ADMIN_PORT', { ...graph, ADMIN_HOST: '0.0.0.0' }],
    ['ADMIN_PORT', { ...service, HOST: '::' }],
  ])('are refused, with a port next to them: %s of %j for %s', (name, env, reader) => {
    expect(refusalOf(env, reader)).toMatch(new RegExp(`^${name} must .* for example ${name}=4010$`));
    const last = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value.replace('4009', '65535')]));
    expect(refusalOf(last, reader)).toMatch(new RegExp(`^${name} must .* for example ${name}=65533$`));
  });

  it.each<[Record<string, string>, Reader?]>([
    [{ ...graph, ADMIN_HOST: '10.0.0.1' }],
    [{ PORT: '0', FIELD_DATA_PORT: '0', ADMIN_PORT: '0' }],
    [{ ...service, ...remote }],
    [{ ...service, ...remote }, 'gateway'],
    [graph, 'service'],
    [both, 'service'],
    [{ ...both, ...graph }, 'request'],
  ])('are accepted where this process listens on only one of them: %j for %s', (env, reader) => {
    expect(refusalOf(env, reader)).toBe('');
  });
});

it('each setting has a description of its own', () => {
  const descriptions = describeSettings().map(({ description }) => description);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

describe('DRAIN_DELAY_MS', () => {
  it.each([
    ['10000', '9000'],
    ['10000', '60000'],
    ['5000', '4500'],
    ['60000', '59000'],
    ['0', '1'],
  ])(
    'with a DRAIN_MS of %s is refused at %s, which leaves no time for requests in flight',
    (DRAIN_MS, DRAIN_DELAY_MS) => {
      const refusal = refusalOf({ DRAIN_MS, DRAIN_DELAY_MS });
      expect(refusal).toMatch(/^DRAIN_DELAY_MS must be shorter than DRAIN_MS, .*, for example DRAIN_DELAY_MS=\d+$/);
      const example = refusal.split('=').at(-1) ?? '';
      expect(refusalOf({ DRAIN_MS, DRAIN_DELAY_MS: example })).toBe('');
    },
  );

  it('is accepted if it leaves time for requests in flight', () => {
    expect(refusalOf({ DRAIN_MS: '10000', DRAIN_DELAY_MS: '8999' })).toBe('');
    expect(refusalOf({ DRAIN_MS: '60000', DRAIN_DELAY_MS: '58999' })).toBe('');
    // For example, a backup of a service that still runs with this setting.
    for (const reader of ['command', 'request'] as const)
      expect(refusalOf({ DRAIN_DELAY_MS: '10000' }, reader)).toBe('');
    expect(refusalOf({ DRAIN_MS: '0' })).toBe('');
  });
});

describe('MCP_HOSTS', () => {
  it('defaults to the loopback, and accepts names as in a Host header, without ports or *', () => {
    expect(readConfig({}).MCP_HOSTS).toEqual(['127.0.0.1', 'localhost', '[::1]']);
    expect(readConfig({ MCP_HOSTS: 'graph.example.com, [::1]' }).MCP_HOSTS).toEqual(['graph.example.com', '[::1]']);
    for (const bad of ['https://graph.example.com', 'graph.example.com:4000', 'Graph.example.com', '::1'])
      expect(refusalOf({ MCP_HOSTS: bad })).toMatch(/^MCP_HOSTS must be host names/);
    for (const pattern of ['*', '*.example.com, localhost'])
      expect(refusalOf({ MCP_HOSTS: pattern })).toMatch(/^MCP_HOSTS must be host names \(.*no \*; /);
  });
});

describe('a configuration with DATABASE_URL or REDIS_URL', () => {
  it.each(['user@/db?host=/run/postgresql', '/db?host=/run/postgresql', 'user:a%2Cb@%2Frun%2Fpostgresql/db'])(
    'accepts the Unix socket of postgres://%s',
    (rest) => {
      expect(refusalOf({ DATABASE_URL: `postgres://${rest}` })).toBe('');
    },
  );

  it.each([
    'user@one,two/db',
    'user:p@one:5432,two:5432/db',
    'one,two',
    'user@/db?host=one,two',
    '/db?port=1&host=one%2Ctwo',
  ])('refuses several hosts in postgres://%s', (rest) => {
    expect(refusalOf({ DATABASE_URL: `postgres://${rest}` })).toMatch(
      /^DATABASE_URL must name one host, such as a proxy that leads to the primary, for example DATABASE_URL=/,
    );
  });

  it.each([
    ' postgres://user:TOPSECRET@db.example.com/db',
    'postgres://user:TOPSECRET@db.example.com/db ',
    'postgres://user:TOPSECRET@db.example.com\t/db',
    'postgres:user:TOPSECRET@db.example.com/db',
    'postgres:/user:TOPSECRET@db.example.com/db',
    'postgres:///user:TOPSECRET@db.example.com/db',
    'postgres:////user:TOPSECRET@db.example.com/db',
    'postgres:///user:TOPSECRET',
    'postgres://user:12/TOPSECRET@db.example.com/db',
    'postgres://user:12#TOPSECRET@db.example.com/db',
  ])('refuses %j, whose password could be read as a name, and does not show it', async (value) => {
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
      const refusal = refusalOf({ DATABASE_URL: url, [name]: value });
      expect(refusal).toMatch(new RegExp(`^${name} must be a postgres address without white space, .*, for example`));
      expect(refusal).not.toContain('TOPSECRET');
    }
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'secret');
    writeFileSync(file, value);
    expect(refusalOf({ DATABASE_URL_FILE: file })).toMatch(
      /^DATABASE_URL_FILE names a file whose text must be a postgres address/,
    );
    const { place } = createConnections(value, 1);
    expect(place).not.toContain('TOPSECRET');
  });

  it('refuses an sslmode that is unknown or encrypts only sometimes', () => {
    for (const mode of ['disable', 'require', 'verify-ca', 'verify-full'])
      expect(refusalOf({ DATABASE_URL: `${url}?application_name=b&sslmode=${mode}` })).toBe('');
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'])
      for (const mode of ['prefer', 'allow', 'verify_full', ''])
        expect(refusalOf({ DATABASE_URL: url, [name]: `${url}?application_name=b&sslmode=${mode}` })).toMatch(
          `${name} must have an sslmode of disable, require, verify-ca or verify-full, not prefer, allow or another, for`,
        );
  });

  it.each([
    ['sslmdoe=verify-full', 'must have sslmode, not sslmdoe,'],
    ['SSLMODE=require', 'must have sslmode, not SSLMODE,'],
    ['ssl_mode=verify-full', 'must have sslmode, not ssl_mode,'],
    ['host=/tmp&sslmode=require&sslmode=disable', 'must have sslmode only once,'],
    ['channel_binding=require', 'must have no parameter channel_binding, only host, port, '],
    ['TOPSECRET=x@db', 'must have no parameter of another name, only host, port, '],
  ])('refuses the parameters %s, which would be ignored, and shows no password', async (query, sentence) => {
    const { code, err } = await runCommand(['fields', 'list'], { env: { DATABASE_URL: `${url}?${query}` } });
    expect([code, err]).toEqual([1, expect.stringContaining(`DATABASE_URL ${sentence}`)]);
    expect(err).not.toContain('TOPSECRET');
  });

  it.each(['zzz', 'VERIFY-FULL', 'prefer'])(
    'refuses PGSSLMODE=%s unless the address has an sslmode',
    async (PGSSLMODE) => {
      const list = (query: string) =>
        runCommand(['fields', 'list'], { env: { DATABASE_URL: `postgres://u@127.0.0.1:1/x${query}`, PGSSLMODE } });
      const err = 'PGSSLMODE must be disable, require, verify-ca or verify-full, not prefer, allow or another.\n';
      for (const query of ['', '?ssl=false']) expect(await list(query)).toEqual({ code: 1, out: '', err });
      expect((await list('?sslmode=require')).err).toContain('ECONNREFUSED');
    },
  );

  it.each([
    ['DATABASE_URL', { DATABASE_URL: `${url}?port=99999` }],
    ['DATABASE_URL', { DATABASE_URL: `${url}?port=-1` }],
    ['DATABASE_URL', { DATABASE_URL: `${url}?port=5432x` }],
    ['PGPORT', { DATABASE_URL: url, PGPORT: 'abc' }],
    ['PGPORT', { DATABASE_URL: url, PGPORT: '65536' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}?port=65536` }],
  ])('refuses an invalid port in %s, in a command and at the start: %j', async (source, env) => {
    const err = `The port in ${source} must be a whole number from 1 to 65535.\n`;
    for (const words of [['fields', 'list'], []])
      expect(await runCommand(words, { env: { ...env, PORT: '0', FIELD_DATA_PORT: '0' } })).toEqual({
        code: 1,
        out: '',
        err,
      });
  });

  it('fails with a message if the event loop runs empty before the command or the start has ended', async () => {
    const script = "import net from 'node:net'; net.Socket.prototype.connect = () => { throw new Error() }";
    const nodeFlags = ['--import', `data:text/javascript,${script}`];
    const env = { DATABASE_URL: url, PORT: '0', FIELD_DATA_PORT: '0' };
    const err = 'The command did not end: it waits for something that never comes. Please report this.\n';
    for (const words of [['fields', 'list'], []])
      expect(await runCommand(words, { env, nodeFlags })).toEqual({ code: 1, out: '', err });
  });

  it('accepts only a number as the database of REDIS_URL', () => {
    for (const path of ['', '/', '/3']) expect(refusalOf({ REDIS_URL: `redis://cache.example.com${path}` })).toBe('');
    for (const path of ['/x', '/3/4', '/-1'])
      expect(refusalOf({ REDIS_URL: `redis://cache.example.com${path}` })).toMatch(
        'REDIS_URL must name its database by a number',
      );
  });

  it('refuses a REDIS_URL that the Redis client cannot parse, and does not show it', () => {
    const good = 'redis://user:a%25%C3%A4@cache.example.com/3';
    expect(refusalOf({ REDIS_URL: good })).toBe('');
    for (const value of [` ${good}`, `${good} `, 'redis:hunter2', 'redis:/3', 'redis://'])
      expect(refusalOf({ REDIS_URL: value })).toMatch(
        /^REDIS_URL must be a redis or rediss address without white space, for example (?!.*hunter2)/s,
      );
    for (const user of [':hunter2%zz', 'hunter2%:', 'a%C3:%A4'])
      expect(refusalOf({ REDIS_URL: `redis://${user}@cache.example.com` })).toMatch(
        /^REDIS_URL must have user and password percent-encoded, for example (?!.*hunter2)/s,
      );
  });

  it('accepts a comma in the password and a slash in the database name', () => {
    expect(refusalOf({ DATABASE_URL: 'postgres://user:a,b@db.example.com/a/b' })).toBe('');
  });

  it('has no demo by default; DEMO=on needs a DEMO_API_KEY, which all processes share', () => {
    // Visitors of a demo may have receipts.
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({ DEMO: false, RECEIPTS: false });
    expect(readConfig({})).toMatchObject({ DEMO: true, RECEIPTS: true });
    // Commands have the same settings and refuse DEMO=on with the same sentence.
    expect(refusalOf({ DATABASE_URL: url, DEMO: 'on' })).toMatch(
      /^DEMO with DATABASE_URL needs DEMO_API_KEY, .* the output of openssl rand -hex 20\.$/,
    );
    expect(refusalOf({ DATABASE_URL: url, DEMO: 'off' })).toBe('');
    expect(readConfig({ DATABASE_URL: url, DEMO: 'on', DEMO_API_KEY: demoKey }).DEMO).toBe(true);
  });

  it('refuses a remote service, which has a database of its own', () => {
    expect(refusalOf({ DATABASE_URL: url, FIELD_DATA_URL: 'http://127.0.0.1:4001' })).toMatch(
      /^DATABASE_URL and FIELD_DATA_URL are both given/,
    );
  });

  it('accepts DATABASE_DIRECT_URL only next to DATABASE_URL', () => {
    expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }).DATABASE_DIRECT_URL).toBe(url);
    expect(refusalOf({ DATABASE_DIRECT_URL: url })).toBe(
      'DATABASE_DIRECT_URL is given without DATABASE_URL: set both.',
    );
  });
});

it('a store in a folder loads no PostgreSQL code except its settings', async () => {
  await using folder = await temporaryFolder();
  const log = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`;
  const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(log)}`];
  const env = { FIELD_DATA_DIR: folder.path };
  const words = 'fields add fld_a --timezone UTC --latitude 0 --longitude 0 --public'.split(' ');
  const { code, err: loaded } = await runCommand(words, { cwd: folder.path, env, nodeFlags });
  expect(code).toBe(0);
  expect(loaded).toContain('store/sqlite/store.ts');
  const others = loaded.replaceAll('store/postgres/capability.ts', '');
  expect(others).not.toMatch(/postgres|node_modules\/pg/);
});
