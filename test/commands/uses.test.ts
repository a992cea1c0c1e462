/** Uses of a part of the graph: which documents use it, and what the command reports for a log and a manifest. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUseFinder } from '../../src/graph/capabilities/trusted-documents/uses/coordinates.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import { AddNoteDocument, FieldPageDocument } from '../../src/page/__generated__/graphql.ts';
import { changesQuery } from '../../src/page/graph/changes.ts';
import { request } from '../../src/page/graph/request.ts';
import { defaults } from '../../src/page/settings.ts';
import { variablesOf } from '../../src/page/variables.ts';
import { entry } from '../support/command.ts';
import { runHere } from '../support/run-here.ts';
import { callTool } from '../support/mcp.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the use finder', () => {
  const add = 'mutation ($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';
  const severe =
    'mutation { addObservation(input: { fieldId: "a", text: "x", severity: SEVERE, affectedArea: { value: 1, unit: PERCENT } }) { __typename } }';
  const series = '{ field(id: "a") { indexSeries(index: NDVI, last: { days: 9 }) { acquiredAt } } }';
  it.each<[string, string, string]>([
    ['Field.weather', 'does', '{ field(id: "a") { weather { date } } }'],
    ['Field.weather', 'not', '{ field(id: "a") { earthObservations { id } } }'],
    ['Field.weather', 'does', '{ node(id: "a") { ...F } } fragment F on Field { w: weather { date } }'],
    ['Field.weather(kind:)', 'does', '{ field(id: "a") { weather(kind: OBSERVED) { date } } }'],
    ['Field.weather(kind:)', 'not', '{ field(id: "a") { weather(granularity: DAILY) { date } } }'],
    ['Field.weather(kind:)', 'does', 'query ($k: WeatherKind) { field(id: "a") { weather(kind: $k) { date } } }'],
    ['Query.field(id:)', 'does', '{ field(id: "a") { id } }'],
    ['Query.node(id:)', 'not', '{ field(id: "a") { id } }'],
    ['Mutation', 'does', add],
    ['Mutation', 'not', '{ field(id: "a") { id } }'],
    ['Field.id', 'does', '{ node(id: "a") { id } }'],
    ['Node.id', 'not', '{ field(id: "a") { id } }'],
    ['EarthObservation', 'does', '{ field(id: "a") { earthObservations { id } } }'],
    ['EarthObservation', 'not', '{ field(id: "a") { id } }'],
    ['WeatherKind.FORECAST', 'does', '{ field(id: "a") { weather(kind: FORECAST) { date } } }'],
    ['WeatherKind.FORECAST', 'not', '{ field(id: "a") { weather(kind: OBSERVED) { date } } }'],
    ['WeatherKind.FORECAST', 'may', 'query ($k: WeatherKind) { field(id: "a") { weather(kind: $k) { date } } }'],
    ['AddObservationInput.title', 'may', add],
    ['AddObservationInput', 'does', add],
    ['AddObservationInput.title', 'not', '{ field(id: "a") { id } }'],
    [
      'AddObservationInput.text',
      'does',
      'mutation { addObservation(input: { fieldId: "a", text: "x" }) { __typename } }',
    ],
    ['IndexName', 'does', series],
    ['SpanInput', 'does', series],
    ['SpanInput', 'not', '{ field(id: "a") { weather { date } } }'],
    ['ObservationSeverity', 'may', add],
    ['FractionInput', 'may', add],
    ['ObservationSeverity', 'does', severe],
    ['FractionInput', 'does', severe],
  ])('reports the use of %s as "%s"', (coordinate, use, text) => {
    expect(createUseFinder(schema, coordinate)(parse(text))).toBe(use);
  });

  it.each(['Field.nothing', 'Nothing', 'Field.weather(nothing:)', 'Field.', '', '@skip', 'WeatherKind.NOTHING'])(
    'refuses %j, which the schema does not have',
    (coordinate) => {
      expect(() => createUseFinder(schema, coordinate)).toThrow('The schema has no');
    },
  );
});

describe('npm start -- uses', () => {
  const kinds = 'query Days { field(id: "a") { weather(kind: OBSERVED) { date } } }';
  const notes = 'query Notes { field(id: "a") { observations { id } } }';
  const idOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const line = (document: string, more: object = {}) =>
    `${JSON.stringify({ level: 30, time: '2026-10-01T00:00:00.000Z', requestId: 'r', operation: 'Days', document, outcome: 'ok', ...more, msg: 'operation' })}\n`;

  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder.path, 'manifest.json'), JSON.stringify({ [idOf(kinds)]: kinds, [idOf(notes)]: notes }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    return folder[Symbol.asyncDispose]();
  });

  async function runUses(log: string, coordinate = 'Field.weather(kind:)', ...more: string[]) {
    await writeFile(join(folder.path, 'log'), log);
    const words = [coordinate, '--documents', 'manifest.json', '--log', 'log', ...more];
    return runHere(['uses', ...words], { cwd: folder.path });
  }

  it('lists each client, version and document with its count and last time, the most recent first', async () => {
    const web = { client: 'web', clientVersion: '1.2' };
    const log = [
      line(idOf(kinds), web),
      line(idOf(kinds), { ...web, time: '2026-10-03T00:00:00.000Z' }),
      line(idOf(kinds), { client: 'phone', time: Date.UTC(2026, 9, 4), outcome: 'partial' }),
      line(idOf(kinds), { client: 'refused', outcome: 'refused' }),
      line(idOf(notes), { client: 'reader' }),
      'not a line of ours\n{"msg":"operation"\n{"level":30,"msg":"another"}\n',
    ];
    const { code, out } = await runUses(log.join(''));
    expect(code).toBe(1);
    expect(out).toContain('4 operations from 2026-10-01T00:00:00.000Z to 2026-10-04T00:00:00.000Z');
    const rows = out.split('\n').filter((row) => row.includes('sha256:'));
    expect(rows.map((row) => row.split(/\s{2,}/))).toEqual([
      ['phone', 'Days', idOf(kinds), 'does', '1', '2026-10-04T00:00:00.000Z'],
      ['web', '1.2', 'Days', idOf(kinds), 'does', '2', '2026-10-03T00:00:00.000Z'],
    ]);
  });

  it('reports that nobody uses the part if no deployed document does and the log has no other document', async () => {
    const { code, out } = await runUses(line(idOf(notes)), 'Field.earthObservations');
    expect(code).toBe(0);
    expect(out).toContain('Nobody uses Field.earthObservations.');
  });

  it('covers subscriptions, and log lines without a time', async () => {
    const changes = 'subscription S { fieldsChanged(ids: ["a"]) { cursor field { earthObservations { id } } } }';
    await writeFile(join(folder.path, 'manifest.json'), JSON.stringify({ [idOf(changes)]: changes }));
    for (const part of ['FieldChange.cursor', 'Field.earthObservations', 'Subscription.fieldsChanged(ids:)']) {
      const { code, out } = await runUses(line(idOf(changes), { time: undefined, '@timestamp': 'x' }), part);
      expect(code).toBe(1);
      expect(out).toMatch(/from unknown to unknown[\s\S]* {2}unknown$/m);
    }
  });

  it('lists a deployed document as a use, although the log does not have it', async () => {
    const { code, out } = await runUses(line(idOf(notes)));
    expect(code).toBe(1);
    const rows = out.slice(out.indexOf('Deployed, and not in the log:\n')).split('\n');
    expect(rows.map((row) => row.split(/\s{2,}/)).slice(2)).toEqual([
      ['Days', idOf(kinds), 'does', 'manifest.json'],
      [''],
    ]);
  });

  it('exits with code 3 if the log has documents that no manifest has, or is empty', async () => {
    const unknown = await runUses(line(idOf('{ __typename }'), { client: 'script' }), 'Field.earthObservations');
    expect(unknown.code).toBe(3);
    expect(unknown.out).toMatch(/no manifest has[\s\S]*script/);
    expect((await runUses('', 'Field.earthObservations')).code).toBe(3);
  });

  it.each<[string, (log: string) => string | Buffer, string]>([
    ['is compressed', (log) => gzipSync(log), 'older has no line of JSON.'],
    ['is of another program', () => 'started\nstopped\n', 'older has no line of JSON.'],
    [
      'has lines behind a prefix',
      (log) => log.replaceAll(/^/gm, 'Oct 01 00:00:00 host graph: '),
      'older has 1 line of operations that cannot be read.',
    ],
  ])('exits with code 3 and names a log that %s, although another log has operations', async (_what, write, said) => {
    await writeFile(join(folder.path, 'older'), write(line(idOf(kinds)).trimEnd()));
    const { code, out } = await runUses(line(idOf(notes)), 'Field.earthObservations', '--log', 'older');
    expect([code, out.split('\n')]).toEqual([3, expect.arrayContaining([said, expect.stringMatching(/^Pass logs /)])]);
    expect(out).not.toContain('Nobody');
  });

  it.each<[string, string]>([
    ['is empty, because log rotation leaves it', ''],
    ['has only the lines of a start, because its replica is idle', '{"level":30,"msg":"another"}\n'],
    ['is still being written', `${line(idOf(notes))}{"document":"sha256:","msg":"operation"`],
    ['begins with NULs, because copytruncate leaves them', `${'\0'.repeat(5_000)}${line(idOf(notes))}`],
  ])('reports that nobody uses the part if another log %s', async (_what, text) => {
    await writeFile(join(folder.path, 'newest'), text);
    const { code, out } = await runUses(line(idOf(notes)), 'Field.earthObservations', '--log', 'newest');
    expect([code, out]).toEqual([0, expect.stringContaining('Nobody uses Field.earthObservations.')]);
  });

  it('knows the documents of the tools of /mcp, and counts only tools that were called', async () => {
    const { log, lines } = recordedLog('info');
    const settings = { TRUSTED_DOCUMENTS: folder.path, TRUSTED_DOCUMENTS_ONLY: 'on', MCP: 'on' };
    {
      await using product = await startProduct(settings, log);
      const call = (request: Request) => fetch(new Request(`${product.graphUrl}/mcp`, request));
      expect(await callTool(call, 'field_now', { fieldId: 'fld_demo_01' })).not.toHaveProperty('isError');
    }
    const logged = lines.join('');
    const unused = await runUses(logged, 'Field.indexSeries');
    expect([unused.code, unused.out]).toEqual([0, expect.stringContaining('1 operation from')]);
    const used = await runUses(logged, 'Field.crop');
    expect(used.code).toBe(1);
    expect(used.out).toMatch(/Field\.crop is used by:[\s\S]* field_now .* does /);
    expect(used.out).not.toContain('Deployed');
  });

  it('knows the documents of the field page, which names itself with the version of the gateway', async () => {
    const { log, lines } = recordedLog('info');
    let version: string | undefined;
    {
      await using product = await startProduct({ TRUSTED_DOCUMENTS: folder.path }, log);
      const send = fetch;
      const html = await (await send(product.graphUrl, { headers: { accept: 'text/html' } })).text();
      version = /^<html.* data-version="(.+?)"/m.exec(html)?.[1];
      vi.stubGlobal('document', { documentElement: { dataset: { version } } });
      vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(`${product.graphUrl}${path}`, init));
      const { errors } = await request(FieldPageDocument, variablesOf('fld_demo_01', defaults), undefined);
      expect(errors).toEqual([]);
    }
    vi.unstubAllGlobals();
    const logged = lines.join('') + line(idOf(AddNoteDocument)) + line(idOf(changesQuery));
    const unused = await runUses(logged, 'Field.indexSeries');
    expect([unused.code, unused.out]).toEqual([0, expect.stringContaining('3 operations from')]);
    expect((await runUses(logged, 'FieldChange.cursor')).code).toBe(1);
    const used = await runUses(logged, 'Field.crop');
    expect(used.code).toBe(1);
    expect(used.out.split(/\s+/).join(' ')).toContain(` field-page ${version} FieldPage sha256:`);
  });

  it('ends without an error when its reader closes the pipe', async () => {
    const clients = Array.from({ length: 3_000 }, (_, at) => line(idOf(kinds), { client: `client-${at}` }));
    await writeFile(join(folder.path, 'log'), clients.join(''));
    const words = "uses 'Field.weather(kind:)' --documents manifest.json --log log | head -n 1";
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', `"$0" "$1" ${words}`, process.execPath, entry], {
      cwd: folder.path,
    });
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^3000 operations from .*\n$/), '']);
  });

  it.each([
    ['no such part', 'Field.nothing', [], 'The schema has no Field.nothing'],
    ['no such flag', 'Field.id', ['--nothing'], '--nothing'],
    ['a second part', 'Field.id', ['Field.weather'], 'Name one part'],
    ['no such file', 'Field.id', ['--log', 'none'], 'none'],
    ['no such manifest', 'Field.id', ['--documents', 'none'], 'none cannot be read'],
  ])('refuses a wrong call with exit code 2: %s', async (_, coordinate, more, sentence) => {
    const { code, err } = await runUses(line(idOf(notes)), coordinate, ...more);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err).not.toContain('    at ');
  });
});
