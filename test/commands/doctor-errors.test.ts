/** `npm start -- doctor`: errors of the settings, ports, disk, clock, backups, service and documents. */
import { chownSync, cpSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOfTest } from '../field-data/support/service.ts';
import { inFileOf } from '../field-data/support/stores.ts';
import { runCommand } from '../support/command.ts';
import { doctor, folderWithStore } from '../support/doctor.ts';
import { runHere } from '../support/run-here.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';

const database = 'field-data.sqlite';
const dayMs = 86_400_000;

describe('the doctor on settings', () => {
  it('reports all errors at once, and still runs the checks that do not depend on them', async () => {
    const folder = await folderWithStore();
    const env = {
      PORT: 'none',
      UPSTREAM_CALLS_MAXX: '1',
      DEADLINE_MS: '0',
      DMEO: 'off',
      TRUSTED_DOCUMENTS_ONLY: 'on',
      FIELDGRAPH_LOG_LEVEL: 'debug',
      ADMIN_HOST: '127.0.0.1',
      MCP_HOSTS: 'a.test',
      RATE_LIMIT_EXEMPT: '10.0.0.0/8',
      REDIS_URL: 'redis://127.0.0.1:1',
      FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0',
    };
    const { code, seen, findings } = await doctor(folder, env);
    expect(seen).toEqual([
      'settings error: UPSTREAM_CALLS_MAXX is no setting.',
      'settings error: PORT must be a whole number from 0 to 65535.',
      'settings error: DEADLINE_MS must be a whole number from 1 to 3600000.',
      'settings error: TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS.',
      'settings warning: DMEO is no setting: is DEMO meant?',
      'settings warning: RATE_LIMIT_EXEMPT is no setting: is FIELD_DATA_RATE_LIMIT_EXEMPT meant?',
      'settings warning: FIELDGRAPH_LOG_LEVEL is no setting, and has no effect: is LOG_LEVEL meant?',
      'settings warning: MCP_HOSTS has no effect, because MCP is off.',
      'settings warning: REDIS_URL has no effect, because no limit is set.',
      'settings warning: ADMIN_HOST has no effect, because ADMIN_PORT is unset.',
      expect.stringMatching(/^limits warning: /),
    ]);
    expect(findings.find(({ detail }) => detail.startsWith('PORT must'))?.next).toContain('PORT=4000');
    expect(findings).toContainEqual(expect.objectContaining({ check: 'ports', verdict: 'not checked' }));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'store', verdict: 'ok' }));
    expect(code).toBe(1);
  });

  it('warns of settings of the other role and of unknown names in .env, and ignores names of other programs', async () => {
    const cwd = folderOfTest();
    writeFileSync(join(cwd, '.env'), 'GATEWAY_CACHE=on\nPGSSLMODE=prefer\nNODE_EXTRA_CA_CERTS=ca.pem\n');
    const env = {
      FIELD_DATA_SERVICE_HOST: '10.0.0.1',
      DATABASE_NAME: 'x',
      FIELD_DATA_PORT_80_TCP: 'tcp://10.0.0.1:80',
      FIELDGRAPH_API_KEY: 'of the command request',
    };
    const { code, seen } = await doctor(await folderWithStore(), { ...env, DEPTH_MAX: '9' }, ['service'], { cwd });
    expect(seen).toEqual([
      'settings warning: GATEWAY_CACHE is no setting, and has no effect.',
      'settings warning: NODE_EXTRA_CA_CERTS in .env has no effect: Node reads it before that file.',
      'settings warning: DEPTH_MAX has no effect: only the gateway reads it.',
    ]);
    expect(code).toBe(0);
  });

  it('skips the start of a gateway if a setting contradicts another', async () => {
    const env = { TRUSTED_DOCUMENTS_ONLY: 'on', GRAPHIQL: 'on' };
    const { seen, findings } = await doctor(await folderWithStore(), env);
    expect(seen).toEqual([
      'settings error: TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS.',
      'settings warning: GRAPHIQL has another value than the one that is set.',
    ]);
    expect(findings.map(({ check }) => check)).not.toContain('gateway');
  });

  it('never prints a secret', async () => {
    const secret = 'hunter2hunter2';
    const env = { DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/d`, REDIS_URL: `redis://:${secret}@127.0.0.1:1` };
    const { seen, findings } = await doctor(folderOfTest(), { ...env, FIELD_DATA_URL: `http://a:${secret}@b.test` });
    expect(seen.map((line) => line.split(':')[0])).toEqual(['settings error', 'settings warning', 'limits warning']);
    expect(JSON.stringify(findings)).not.toContain(secret);
    const away = await doctor(folderOfTest(), env);
    expect(away.seen.join('\n')).toContain('store error: The database d at 127.0.0.1:1 cannot be reached');
    expect(JSON.stringify(away.findings)).not.toContain(secret);
    const unnamed = await doctor(folderOfTest(), { DATABASE_URL: 'postgres://127.0.0.1:1' });
    expect(unnamed.seen.join('\n')).toContain('The database of this user at 127.0.0.1:1 cannot be reached');
  });
});

describe('the doctor on ports', () => {
  it('reports an error for a port in use by another program or by an instance with other data', async () => {
    const folder = await folderWithStore();
    await using other = await serve((_, response) => response.end('{"status":"ready"}'));
    await using product = await startProduct();
    const port = new URL(product.graphUrl).port;
    const { seen } = await doctor(folder, {
      PORT: String(other.port),
      FIELD_DATA_PORT: new URL(product.serviceUrl).port,
    });
    expect(seen).toEqual([
      expect.stringMatching(/^ports error: PORT \d+ on 127\.0\.0\.1 is in use by another program\.$/),
      expect.stringMatching(/^ports error: FIELD_DATA_PORT .* which has not opened the database of FIELD_DATA_DIR\.$/),
    ]);
    // An instance counts only at its own port: here the setting of the service has the port of the graph.
    const swapped = await doctor(product.dataDir, { FIELD_DATA_PORT: port });
    expect(swapped.seen).toEqual([expect.stringContaining('is in use by another program')]);
  });

  it('recognises a gateway that takes two seconds to say that its service hangs', async () => {
    await using silent = await serve(() => {});
    await using product = await startProduct({ FIELD_DATA_URL: silent.url });
    await using service = await serve((_, response) => response.writeHead(404).end());
    const { seen } = await doctor(folderOfTest(), {
      PORT: new URL(product.graphUrl).port,
      FIELD_DATA_URL: service.url,
    });
    expect(seen[0]).toMatch(
      /^ports error: PORT .* is in use by Fieldgraph, which is not ready: UPSTREAM_UNAVAILABLE\.$/,
    );
  });

  it('reports an error for an address of another machine', async () => {
    const { seen } = await doctor(await folderWithStore(), { HOST: '192.0.2.1', PORT: '4000' });
    expect(seen).toEqual(['ports error: PORT 4000 on 192.0.2.1 cannot be opened (EADDRNOTAVAIL).']);
  });
});

describe('the doctor on the data folder', () => {
  it.each<[what: string, change: (folder: string) => void, seen: RegExp]>([
    ['damaged pages', damage, /^store error: The database is damaged: /],
    [
      'another file',
      (folder) => writeFileSync(join(folder, database), 'no database'.repeat(100)),
      /^store error: .*is not a database/,
    ],
    ['a table that is missing', (folder) => inFileOf(folder, 'DROP TABLE weather'), /^store error: /],
    [
      'no database',
      (folder) => rmSync(join(folder, database)),
      /^store warning: There is no database in FIELD_DATA_DIR/,
    ],
    [
      'a demo key that is not a key',
      (folder) => writeFileSync(join(folder, 'demo-key'), 'x'),
      /^disk error: .*contains no key/,
    ],
    ['a database written in the future', setInFuture, /^clock warning: The database was written at .*, after now\.$/],
    [
      'an old backup',
      (folder) => recordBackup(folder, 8),
      /^backup warning: The last backup was made at .*, 8 days ago\.$/,
    ],
    [
      'a backup dated in the future',
      (folder) => recordBackup(folder, -400),
      /^backup warning: The last backup is recorded at .*, after now\.$/,
    ],
    ['data without a backup', addField, /^backup warning: No backup was made/],
  ])('reports %s', async (_what, change, line) => {
    const folder = await folderWithStore();
    change(folder);
    const files = readdirSync(folder);
    const { seen, code } = await doctor(folder);
    expect(seen).toEqual([expect.stringMatching(line)]);
    expect(code).toBe(seen[0]?.includes(' error: ') ? 1 : 0);
    expect(readdirSync(folder)).toEqual(files);
  });

  it('does not create a missing folder, and reports an error for a file in its place', async () => {
    const folder = folderOfTest();
    const { seen, code } = await doctor(join(folder, 'data'));
    expect([code, seen]).toEqual([0, [expect.stringContaining('a start makes an empty one')]]);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'data'), '');
    expect((await doctor(join(folder, 'data'))).seen).toContainEqual(expect.stringContaining('is no folder.'));
  });

  it.each([
    ['lies under a file', 'file/deep/data', 'file'],
    ['is a link to nothing', 'link', 'link'],
    ['lies under a link to nothing', 'link/data', 'link'],
  ])('reports an error for a folder that %s and cannot be created', async (_what, path, obstacle) => {
    const folder = folderOfTest();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
    const { seen, code } = await doctor(join(folder, path));
    expect(seen).toContain(
      `disk error: FIELD_DATA_DIR (${join(folder, path)}) cannot be made, because ${join(folder, obstacle)} is no folder.`,
    );
    expect(code).toBe(1);
  });

  // Only root can leave such a file.
  it.runIf(process.getuid?.() === 0)('warns of a file that root left in the folder', async () => {
    const folder = await folderWithStore();
    chownSync(folder, 12_345, 12_345);
    const { seen } = await doctor(folder);
    expect(seen).toEqual([
      expect.stringMatching(/^disk warning: .*field-data\.sqlite and its folder have different owners/),
    ]);
  });

  it('reports nothing after a backup by the command', async () => {
    const folder = await folderWithStore();
    addField(folder);
    const env = { FIELD_DATA_DIR: folder };
    expect((await runHere(['backup', join(folderOfTest(), 'copy')], { env })).code).toBe(0);
    expect(await doctor(folder)).toMatchObject({ seen: [], code: 0 });
  });

  it('reads the -wal file that a killed process left, and does not change it', async () => {
    const folder = await folderWithStore();
    const killed = folderOfTest();
    const open = new DatabaseSync(join(folder, database));
    open.exec("INSERT INTO import_progress (file, entries) VALUES ('a', 1)");
    cpSync(folder, killed, { recursive: true });
    open.close();
    const log = readFileSync(join(killed, `${database}-wal`));
    expect(log.length).toBeGreaterThan(0);
    expect(await doctor(killed)).toMatchObject({ seen: [], code: 0 });
    expect(readFileSync(join(killed, `${database}-wal`))).toEqual(log);
  });
});

function addField(folder: string): void {
  inFileOf(folder, "INSERT INTO field (id, timezone, latitude, longitude) VALUES ('fld_a', 'UTC', 0, 0)");
}

/** Damages pages in the middle of the file, where no header is. */
function damage(folder: string): void {
  addField(folder);
  const bytes = readFileSync(join(folder, database));
  const at = bytes.indexOf('fld_a');
  bytes.fill(0xff, at - 20, at + 40);
  bytes.fill(0xff, bytes.length - 4096, bytes.length - 3996);
  writeFileSync(join(folder, database), bytes);
  recordBackup(folder, 0);
}

function setInFuture(folder: string): void {
  const at = (Date.now() + dayMs) / 1_000;
  utimesSync(join(folder, database), at, at);
}

function recordBackup(folder: string, days: number): void {
  writeFileSync(join(folder, 'last-backup'), new Date(Date.now() - days * dayMs).toISOString());
}

describe('the doctor on a remote service', () => {
  const committed = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));

  const report = async (
    change: (description: typeof committed) => void,
    headersOf: () => Record<string, string> = () => ({}),
    status = 200,
    ofHead = status,
  ) => {
    const description = structuredClone(committed);
    change(description);
    await using service = await serve(({ url, method }, response) => {
      const code = method === 'HEAD' ? ofHead : url === '/openapi.json' ? status : 400;
      response.writeHead(code, { 'content-type': 'application/json', ...headersOf() }).end(JSON.stringify(description));
    });
    return await doctor(folderOfTest(), { FIELD_DATA_URL: service.url });
  };

  it.each([
    ['fits the contract', 200],
    ['fits the contract but has no HEAD', 501],
  ])('reports nothing for a service that %s', async (_what, ofHead) => {
    const { code, seen, findings } = await report(() => {}, undefined, 200, ofHead);
    expect([code, seen]).toEqual([0, []]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['service', 'clock', 'drift', 'gateway']),
    );
  });

  const unlessLate = { retry: { count: 5, condition: /is late/ } };
  it('reports within seconds that a service or a database never responds', unlessLate, async () => {
    await using silent = await serve(() => {});
    const database = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void database.close());
    await once(database, 'listening');
    const address = `127.0.0.1:${(database.address() as AddressInfo).port}`;
    // At once, because each waits for seconds: so each in its own process.
    const apart = (env: Record<string, string>) => doctor(folderOfTest(), env, [], { run: runCommand });
    const [remote, secure, local] = await Promise.all([
      apart({ FIELD_DATA_URL: silent.url }),
      apart({ FIELD_DATA_URL: `https://${address}` }),
      apart({ DATABASE_URL: `postgres://u@${address}/d` }),
    ]);
    expect(remote.seen).toEqual(['service error: The service does not respond (nothing within 4 seconds).']);
    expect(remote.findings).toContainEqual(
      expect.objectContaining({
        check: 'drift',
        verdict: 'not checked',
        detail: 'The description of the service was not read and compared in time.',
      }),
    );
    if (secure.seen[0]?.includes('nothing within')) throw new Error('The machine is late: the check ended first');
    expect(secure.seen).toEqual(['service error: The service does not respond (UND_ERR_CONNECT_TIMEOUT).']);
    expect(local.seen).toEqual([expect.stringMatching(/^store error: /)]);
  });

  it('reports a breaking description, an error status, a different clock and a missing response', async () => {
    const broken = await report((live) => delete live.components.schemas.WeatherRecord.properties.temperature_max);
    expect(broken.seen[0]).toMatch(/^drift error: BREAKS +WeatherRecord\.temperature_max: removed/);
    expect(broken.code).toBe(1);
    expect((await report(() => {}, undefined, 503)).seen).toEqual(['service error: The service responds with 503.']);
    const late = () => ({ date: new Date(Date.now() - 3_600_000).toUTCString() });
    expect((await report(() => {}, late)).seen).toEqual([
      expect.stringMatching(/^clock warning: The clock is 3\d{3} seconds fast against that of the service\.$/),
    ]);
    // A response from a cache has an old date.
    const cached = () => ({ ...late(), age: '3600' });
    expect((await report(() => {}, cached)).seen).toEqual([]);
    const { seen } = await doctor(folderOfTest(), { FIELD_DATA_URL: 'http://127.0.0.1:1' });
    expect(seen).toEqual(['service error: The service does not respond (ECONNREFUSED).']);
  });
});

describe('the doctor on documents', () => {
  it('reports documents that do not fit the schema, with the clients that sent them', async () => {
    const folder = await folderWithStore();
    const manifest = folderOfTest();
    const texts = ['{ field(id: "fld_demo_01") { nothing } }', '{ fields(ids: ["a"]) { gone } }', '{ __typename }'];
    for (const [at, text] of texts.entries()) writeFileSync(join(manifest, `${at}.graphql`), text);
    const line = (text: string) =>
      JSON.stringify({
        document: `sha256:${hash('sha256', text)}`,
        client: 'app',
        clientVersion: '1.2',
        time: '2026-11-22T04:47:29.139Z',
        msg: 'operation',
      });
    const log = join(folder, 'graph.log');
    writeFileSync(log, [line(texts[0] ?? ''), line('{ other }')].join('\n'));
    const { seen, findings, code } = await doctor(folder, { TRUSTED_DOCUMENTS: manifest }, ['--log', log]);
    expect(seen).toEqual([
      expect.stringMatching(
        /^documents error: .*0\.graphql does not fit the schema: .*"nothing".* It is in use by app 1\.2\.$/,
      ),
      expect.stringMatching(/^documents error: .*1\.graphql does not fit the schema: .*"gone".*/),
    ]);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'uses', verdict: 'not checked' }));
    expect(code).toBe(1);
    // The documents of the tools of /mcp are known without a manifest.
    const tools = new URL('../../src/graph/capabilities/mcp/documents/', import.meta.url);
    writeFileSync(log, line(readFileSync(new URL('field-now.graphql', tools), 'utf8')));
    const known = await doctor(folder, { TRUSTED_DOCUMENTS: manifest }, ['--log', log]);
    expect(known.findings).toContainEqual(expect.objectContaining({ check: 'uses', verdict: 'ok' }));
    writeFileSync(join(folder, 'older'), `host graph: ${line(texts[0] ?? '')}`);
    const words = ['--log', log, '--log', join(folder, 'older')];
    expect((await doctor(folder, { TRUSTED_DOCUMENTS: manifest }, words)).findings).toContainEqual({
      check: 'uses',
      verdict: 'not checked',
      detail: `${join(folder, 'older')} has 1 line of operations that cannot be read.`,
      next: 'Pass logs uncompressed, and remove what a log collector wrote before the { of each line.',
    });
  });

  it.each([
    ['subscription { fieldsChanged(ids: ["fld_demo_01"]) { lists } }', {}, { LIVE: 'off' }],
    ['{ _entities(representations: []) { __typename } }', { FEDERATION: 'on' }, {}],
  ])('accepts %s with %o, and reports it with %o', async (document, fitting, other) => {
    const folder = await folderWithStore();
    const file = join(folderOfTest(), 'a.graphql');
    writeFileSync(file, document);
    expect((await doctor(folder, { TRUSTED_DOCUMENTS: file, ...fitting })).seen).toEqual([]);
    expect((await doctor(folder, { TRUSTED_DOCUMENTS: file, ...other })).seen).toEqual([
      expect.stringMatching(/^documents error: .*a\.graphql does not fit the schema: /),
    ]);
  });

  it('reports a document that the limits refuse, and a manifest that does not exist', async () => {
    const folder = await folderWithStore();
    const file = join(folderOfTest(), 'a.graphql');
    writeFileSync(file, '{ field(id: "fld_demo_01") { weather { date } } }');
    const { seen } = await doctor(folder, { TRUSTED_DOCUMENTS: file, DEPTH_MAX: '2' });
    expect(seen).toEqual([expect.stringMatching(/^gateway error: A gateway does not start: .*a\.graphql/)]);
    const none = await doctor(folder, { TRUSTED_DOCUMENTS: join(folder, 'none') });
    expect(none.seen).toEqual([expect.stringMatching(/^documents error: .*none cannot be read \(ENOENT\)\.$/)]);
  });
});
