/** `npm start -- doctor` on errors that its author did not prepare: each report names the cause and a next step that fixes it. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { Redis } from 'iovalkey';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOfTest } from '../field-data/support/service.ts';
import { addFields, inFileOf } from '../field-data/support/stores.ts';
import { hasOpenssl, loopbackName, makeCertificate, trustCertificate } from '../support/certificate.ts';
import { entry, runCommand, runUnprivileged } from '../support/command.ts';
import { doctor, folderWithStore } from '../support/doctor.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { runHere } from '../support/run-here.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';
import { canMount, runOnSmallDisk } from '../support/small-disk.ts';
import { copySource } from '../support/source-copy.ts';

const database = 'field-data.sqlite';

/** The findings that need action, as `check verdict: detail → next`. */
const linesOf = async (...call: Parameters<typeof doctor>) => (await doctor(...call)).lines;

describe('the doctor on the last backup', () => {
  async function folderWithBackup(): Promise<[folder: string, copy: string]> {
    const folder = await folderWithStore();
    const copy = join(folderOfTest(), 'copy.sqlite');
    expect((await runHere(['backup', copy], { env: { FIELD_DATA_DIR: folder } })).code).toBe(0);
    return [folder, copy];
  }

  it.each<[what: string, damage: (bytes: Buffer<ArrayBuffer>) => Uint8Array]>([
    ['is cut short', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['is overwritten', (bytes) => bytes.fill(0x5a, 4_096 * 2, 4_096 * 5)],
    ['is empty', () => new Uint8Array()],
  ])('reports an error if the file %s', async (_what, damage) => {
    const [folder, copy] = await folderWithBackup();
    writeFileSync(copy, damage(readFileSync(copy)));
    expect(await linesOf(folder)).toEqual([
      `backup error: The last backup cannot be restored: ${copy} is not a complete database of Fieldgraph. → Back up: npm start --silent -- backup FILE.`,
    ]);
    expect(readdirSync(join(copy, '..'))).toEqual(['copy.sqlite']);
  });

  it('reports nothing if the file is complete, or was moved to another machine', async () => {
    const [folder, copy] = await folderWithBackup();
    const { seen, findings } = await doctor(folder);
    expect(seen).toEqual([]);
    expect(findings.map(({ detail }) => detail)).toContain(`${copy} can be restored.`);
    expect(readdirSync(join(copy, '..'))).toEqual(['copy.sqlite']);
    renameSync(copy, join(folderOfTest(), 'elsewhere'));
    expect(await linesOf(folder)).toEqual([]);
  });

  it('reports that it was not checked if this user may not read the file or the record of the backup', async () => {
    const [folder, copy] = await folderWithBackup();
    const record = join(folder, 'last-backup');
    for (const file of [copy, record]) {
      chmodSync(file, 0);
      const { code, findings } = await doctor(folder, {}, [], { run: runUnprivileged });
      expect([code, findings.filter(({ verdict }) => verdict !== 'ok')]).toEqual([
        0,
        [
          {
            check: 'backup',
            verdict: 'not checked',
            detail: `${file} was not checked: this user may not read it.`,
            next: 'Change its owner, or run this as its owner.',
          },
        ],
      ]);
    }
    const again = await runUnprivileged(['backup', `${copy}-2`], { env: { FIELD_DATA_DIR: folder } });
    expect(again).toMatchObject({ code: 0, err: '' });
    // The record that root writes must be readable by the user of the service.
    expect(statSync(record).mode % 0o1000).toBe(0o644);
    expect(await doctor(folder)).toMatchObject({ code: 0, seen: [] });
  });

  it('reports an error if there is a backup but no database', async () => {
    const [folder] = await folderWithBackup();
    rmSync(join(folder, database));
    expect(await linesOf(folder)).toEqual([
      expect.stringMatching(/^store error: The database of FIELD_DATA_DIR .* is gone; .* restore a backup/),
    ]);
  });
});

describe('the doctor on the data folder', () => {
  it('checks a symlinked database at its target, including writes that are only in its -wal file', async () => {
    const [folder, disk] = [folderOfTest(), folderOfTest()];
    symlinkSync(join(disk, database), join(folder, database));
    await using product = await startProduct({ FIELD_DATA_DIR: folder });
    await addFields(folder, 'fld_a');
    const { findings } = await doctor(folder, { FIELD_DATA_PORT: new URL(product.serviceUrl).port });
    expect(findings.map(({ check, detail }) => `${check}: ${detail}`)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`disk: The disk of the database (${disk}) has `),
        expect.stringMatching(/^ports: FIELD_DATA_PORT .* is in use by Fieldgraph, which is ready\.$/),
        'backup: No backup was made by the command backup.',
      ]),
    );
  });

  it('states in a dry run why a migration fails, without the path of the copy', async () => {
    const folder = await folderWithStore();
    inFileOf(folder, 'PRAGMA user_version = 1');
    const lines = await linesOf(folder, {}, ['--dry-run']);
    expect(lines).toContainEqual(
      'store error: Dry run: a migration fails: table import_progress already exists. → Do not upgrade yet: undo what was changed in its tables.',
    );
    expect(lines.join('\n')).not.toContain('fieldgraph-doctor-');
  });

  /** A folder with a large store, open and with pending migrations. */
  async function folderBeforeUpgrade(): Promise<string> {
    const folder = await folderWithStore();
    const open = new DatabaseSync(join(folder, database));
    onTestFinished(() => open.close());
    open.exec(
      `ALTER TABLE field DROP COLUMN name; INSERT INTO import_progress VALUES (hex(zeroblob(15000000)), 0), ('', 0)`,
    );
    return folder;
  }

  it('finishes a dry run while another process writes without a pause', async () => {
    const folder = await folderBeforeUpgrade();
    const writer = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
      const database = new (require('node:sqlite').DatabaseSync)(workerData, { timeout: 60_000 });
      database.exec('PRAGMA synchronous = OFF');
      const write = database.prepare("UPDATE import_progress SET entries = entries + 1 WHERE file = ''");
      parentPort.postMessage('ready');
      for (;;) write.run();`,
      { eval: true, workerData: join(folder, database) },
    );
    onTestFinished(async () => void (await writer.terminate()));
    await once(writer, 'message');
    const { findings } = await doctor(folder, {}, ['--dry-run']);
    expect(findings.map(({ detail }) => detail)).toContain('Dry run: 1 pending migrations ran on a copy.');
  });

  it.runIf(canMount())('makes no copy for a dry run if the temporary folder has too little space', async () => {
    const folder = await folderBeforeUpgrade();
    const disk = folderOfTest();
    const { code, findings } = await doctor(folder, { TMPDIR: disk }, ['--dry-run'], { run: runOnSmallDisk(disk) });
    expect(code).toBe(0);
    expect(findings).toContainEqual({
      check: 'store',
      verdict: 'not checked',
      detail: expect.stringMatching(/^Dry run: \S+ has too little free space for a copy of \d+ bytes\.$/),
      next: 'Set TMPDIR to a folder with more free space, then check again.',
    });
  });

  it.runIf(canMount())('calls no migration wrong if the temporary folder has only space for the copy', async () => {
    const folder = await folderWithStore();
    // The migration writes the long id once more, into an index.
    inFileOf(
      folder,
      `DROP INDEX observation_listed;
      INSERT INTO observation VALUES (hex(zeroblob(500000)), '', NULL, 'live', '', 0, '', NULL, NULL)`,
    );
    const disk = folderOfTest();
    const run = runOnSmallDisk(disk, '1300k');
    expect(await doctor(folder, { TMPDIR: disk }, ['--dry-run'], { run })).toMatchObject({
      code: 0,
      findings: expect.arrayContaining([
        {
          check: 'store',
          verdict: 'not checked',
          detail: `Dry run: no copy can be made in ${disk}: database or disk is full.`,
          next: 'Set TMPDIR to a folder with more free space or on another disk, and raise any limit of file sizes. Then check again.',
        },
      ]),
    });
  });

  it('does not report the database as unreadable if the copy for a dry run cannot be written', async () => {
    const folder = await folderBeforeUpgrade();
    const disk = folderOfTest();
    const run: typeof runCommand = (words, options) =>
      runCommand(words, { ...options, under: ['sh', '-c', 'ulimit -f 40; exec "$@"', 'sh'] });
    const { findings } = await doctor(folder, { TMPDIR: disk }, ['--dry-run'], { run });
    expect(findings.filter(({ check }) => check === 'store')).toEqual([
      expect.objectContaining({ verdict: 'warning', detail: expect.stringContaining('pending migrations') }),
      expect.objectContaining({ verdict: 'ok', detail: 'The pages of the database are whole.' }),
      expect.objectContaining({
        verdict: 'not checked',
        detail: `Dry run: no copy can be made in ${disk}: disk I/O error.`,
        next: 'Set TMPDIR to a folder with more free space or on another disk, and raise any limit of file sizes. Then check again.',
      }),
    ]);
    expect(readdirSync(disk).filter((name) => name.startsWith('fieldgraph-doctor-'))).toEqual([]);
  });

  it('makes no copy for a dry run if the temporary folder does not exist, and reports all other checks', async () => {
    const folder = await folderBeforeUpgrade();
    const { findings } = await doctor(folder, { TMPDIR: join(folder, 'gone') }, ['--dry-run'], { run: runCommand });
    expect(findings.filter(({ check }) => check === 'store')).toEqual([
      expect.objectContaining({ verdict: 'warning', detail: expect.stringContaining('pending migrations') }),
      expect.objectContaining({ verdict: 'ok', detail: 'The pages of the database are whole.' }),
      {
        check: 'store',
        verdict: 'not checked',
        detail: `Dry run: no copy can be made in ${join(folder, 'gone')}.`,
        next: 'Set TMPDIR to a folder that this user can write, then check again.',
      },
    ]);
  });

  it('advises to change the owner of a folder of another user, not to restore a backup', async ({ skip }) => {
    const nobody = { uid: 65_534, gid: 65_534 };
    // Only root can run doctor as another user, who may have no permission to read this source tree.
    if (process.getuid?.() !== 0 || spawnSync('test', ['-r', entry], nobody).status !== 0) return skip();
    const folder = await folderWithStore();
    writeFileSync(join(folder, 'demo-key'), 'secret', { mode: 0o600 });
    for (const [mode, cwd] of [
      [0o755, '/'],
      [0o700, '/'],
    ] as const) {
      chmodSync(folder, mode);
      chmodSync(join(folder, database), 0o600);
      const { stdout, status } = spawnSync(process.execPath, [entry, 'doctor', '--json'], {
        ...nobody,
        cwd,
        env: { PATH: process.env.PATH, FIELD_DATA_DIR: folder, PORT: '0', FIELD_DATA_PORT: '0' },
        encoding: 'utf8',
      });
      const lines = JSON.parse(stdout)
        .filter(({ verdict }: { verdict: string }) => verdict === 'error')
        .map(({ check, next }: { check: string; next: string }) => `${check}: ${next}`);
      expect(lines).toEqual([
        'disk: Change its owner, or run this as user 0.',
        expect.stringMatching(
          /^store: C(hange its owner|orrect owner and mode of the file), or run this as the user of the service/,
        ),
      ]);
      expect(status).toBe(1);
    }
  });
});

describe('the doctor on a remote service', () => {
  const description = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
  /** A service with this description, and this response to any other path. */
  const service =
    (described: object, status: number, body: object): RequestListener =>
    ({ url, headers }, response) => {
      // As by a firewall.
      if (headers['user-agent'] !== 'Fieldgraph') return response.writeHead(403, { 'content-type': 'text/html' }).end();
      const isDescription = url === '/openapi.json';
      response.writeHead(isDescription ? 200 : status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isDescription ? described : body));
    };
  const web: RequestListener = (_, response) => response.end('<html>Sign in</html>');

  it.each<[what: string, handle: RequestListener, line: RegExp]>([
    ['a sign-in page', (...call) => web(...call), /responds to reads with no content type, as a web page does/],
    [
      'a redirect to a sign-in page',
      (_, response) => response.writeHead(302, { location: 'https://sso.example.com/' }).end(),
      /redirects reads \(302\)/,
    ],
    [
      'a wrong path',
      (_, response) => response.writeHead(404).end(),
      /FIELD_DATA_URL has no \/api\/v1\/weather \(404\)/,
    ],
    [
      'a proxy whose service is down',
      service(description, 502, {}),
      /^service error: The service responds to reads with 502\. → Read the log/,
    ],
    [
      'an API under a prefix',
      service({ ...description, servers: [{ url: '/v2/' }] }, 404, { detail: 'Not Found' }),
      /^service error: FIELD_DATA_URL has no \/api\/v1\/weather \(404\).* description has the path \/v2 in servers\. → Set FIELD_DATA_URL to the service itself, with its path prefix\.$/,
    ],
    [
      'another API with the same description',
      service(description, 404, { code: 'not_found' }),
      /^service error: FIELD_DATA_URL has no \/api\/v1\/weather \(404\), or its 404 lacks the code field_not_found\. → /,
    ],
  ])('reports an error for %s', async (_what, handle, line) => {
    await using other = await serve(handle);
    expect(await linesOf(folderOfTest(), { FIELD_DATA_URL: other.url })).toEqual([expect.stringMatching(line)]);
  });

  it('warns of a service that responds to every path with the same JSON', async () => {
    await using same = await serve(service(description, 200, { status: 'ok' }));
    expect(await linesOf(folderOfTest(), { FIELD_DATA_URL: same.url })).toEqual([
      'service warning: The service responds to reads with 200, without data. → Set FIELD_DATA_URL to the service itself, with its path prefix.',
    ]);
  });

  it.each([401, 403])('warns of a proxy that refuses reads with %i and a page', async (status) => {
    const refuse: RequestListener = (_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end();
    await using proxy = await serve(refuse);
    expect(await linesOf(folderOfTest(), { FIELD_DATA_URL: proxy.url })).toEqual([
      `service warning: Reads get ${status} with text/html, as by a proxy: callers get UPSTREAM_UNAVAILABLE. → Let the proxy pass requests to the service, which must refuse them itself, with JSON.`,
    ]);
  });

  it.each([
    [404, { code: 'field_not_found' }],
    [200, { data: [] }],
  ])('reports nothing for a service that responds with %i and %o', async (status, body) => {
    await using real = await serve(service(description, status, body));
    expect(await linesOf(folderOfTest(), { FIELD_DATA_URL: real.url })).toEqual([]);
  });

  it('reports nothing for a real service, with and without its description', async () => {
    await using product = await startProduct();
    expect(await linesOf(folderOfTest(), { FIELD_DATA_URL: product.serviceUrl })).toEqual([]);
    const hidden = { FIELD_DATA_URL: product.serviceUrl, FIELD_DATA_OPENAPI_PATH: '/hidden.json' };
    expect(await linesOf(folderOfTest(), hidden)).toEqual([]);
  });

  /** The report of doctor on a service with this certificate. */
  async function linesOfCertificate(
    days: number,
    name: string,
    authority: 'known' | 'unknown' | 'of the setting' = 'known',
  ): Promise<string[]> {
    const certificate = makeCertificate(folderOfTest(), days, name);
    await using secure = await serve(service(description, 401, {}), 0, certificate);
    const settings = { FIELD_DATA_URL: secure.url };
    // Node reads NODE_EXTRA_CA_CERTS only when it starts, so this case needs a process.
    if (authority === 'of the setting') {
      const env = { ...settings, NODE_EXTRA_CA_CERTS: certificate.file };
      return await linesOf(folderOfTest(), env, [], { run: runCommand });
    }
    if (authority === 'known') trustCertificate(certificate.cert);
    return await linesOf(folderOfTest(), settings);
  }

  const own = loopbackName;
  const refused = (code: string, next: string) => [
    `service error: The certificate of the service is not accepted (${code}). → ${next}`,
  ];
  const authority =
    'Set NODE_EXTRA_CA_CERTS, in the environment and not in .env, to a file with the certificate of its authority.';
  const renewed = 'Renew the certificate of the service, or correct the clock of this machine.';

  it.skipIf(!hasOpenssl).each<[what: string, certificate: Parameters<typeof linesOfCertificate>, lines: string[]]>([
    ['is valid', [90, own, 'of the setting'], []],
    ['has an unknown authority', [90, own, 'unknown'], refused('DEPTH_ZERO_SELF_SIGNED_CERT', authority)],
    [
      'is of another host',
      [90, 'DNS:other.example'],
      refused('ERR_TLS_CERT_ALTNAME_INVALID', 'Use a host of its certificate in FIELD_DATA_URL.'),
    ],
    ['has expired', [-1, own], refused('CERT_HAS_EXPIRED', renewed)],
    ['expires soon', [5, own], ['service warning: The certificate of the service ends in 4 days. → Renew it.']],
    ['expires tomorrow', [2, own], ['service warning: The certificate of the service ends in 1 day. → Renew it.']],
  ])('checks a certificate that %s', async (_what, certificate, lines) => {
    expect(await linesOfCertificate(...certificate)).toEqual(lines);
  });
});

it.skipIf(!hasRedis)(
  'doctor distinguishes a server of REDIS_URL that refuses the password or scripts from one that is down',
  async () => {
    const folder = await folderWithStore();
    await using redis = await startRedis();
    const client = new Redis(redis.url);
    await client.call('ACL', 'SETUSER', 'counter', 'on', '>p', '~*', '+@all', '-@dangerous');
    const counter = new URL(redis.url);
    [counter.username, counter.password] = ['counter', 'p'];
    expect(await linesOf(folder, { REDIS_URL: counter.href })).toEqual([]);
    await client.call('ACL', 'SETUSER', 'counter', '-@scripting');
    expect(await linesOf(folder, { REDIS_URL: counter.href })).toEqual([
      expect.stringMatching(/^limits warning: .* does not count: .* → Allow its user to run scripts/),
    ]);
    await client.config('SET', 'requirepass', 'right-password');
    client.disconnect();
    const refused = [expect.stringMatching(/^limits warning: .* refuses its user or password: .* → Correct them/)];
    expect(await linesOf(folder, { REDIS_URL: redis.url })).toEqual(refused);
    const wrong = new URL(redis.url);
    wrong.password = 'wrong-password';
    const lines = await linesOf(folder, { REDIS_URL: wrong.href });
    expect(lines).toEqual(refused);
    expect(lines.join()).not.toContain('wrong-password');
    await redis.signal('SIGKILL');
    expect(await linesOf(folder, { REDIS_URL: redis.url })).toEqual([
      expect.stringMatching(/^limits warning: .* does not respond: /),
    ]);
  },
);

/** Runs doctor where npm did not install a package. */
function runWithout(name: string, words: readonly string[] = []) {
  const folder = copySource('schema');
  const packages = join(folder, 'node_modules');
  rmSync(packages);
  cpSync(new URL('../../node_modules', import.meta.url).pathname, packages, {
    recursive: true,
    // Links instead of copies of the packages.
    filter: (source, target) => {
      if (target === packages) return true;
      if (!source.endsWith(`/${name}`)) symlinkSync(source, target);
      return false;
    },
  });
  const env = { PORT: '0', FIELD_DATA_PORT: '0' };
  return runCommand(['doctor', ...words], { entry: join(folder, 'src/start.cjs'), cwd: folderOfTest(), env });
}

it('doctor names a missing package once, even if the command itself needs it', async () => {
  expect(await runWithout('pino')).toEqual({
    code: 1,
    out: '',
    err: 'The package pino is not installed: install the packages again, with npm ci or npm install.\n',
  });
  const { code, out } = await runWithout('pg', ['--json']);
  expect(code).toBe(1);
  const errors = JSON.parse(out).filter(({ verdict }: { verdict: string }) => verdict === 'error');
  expect(errors).toEqual([expect.objectContaining({ detail: 'The package pg is not installed.' })]);
});

it('doctor refuses a missing log file as a wrong call, and names a wrong setting once', async () => {
  const folder = await folderWithStore();
  const call = await runHere(['doctor', '--log', join(folder, 'gone')], { cwd: folder });
  expect(call).toMatchObject({ code: 2, err: expect.stringMatching(/^There is no such file or folder: .*gone\./) });
  const { findings } = await doctor(folder, { DATABASE_URL: 'localhost:5432/fields' });
  const details = findings.map(({ check, detail }) => `${check} ${detail}`);
  expect(details.filter((detail) => detail.startsWith('store '))).toEqual(['store DATABASE_URL is not acceptable.']);
});
