import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scalars } from '../../client/graph.ts';
import { startBrokenProxy } from '../support/broken-proxy.ts';
import { exampleNames, examplesFolder, exampleEnv, installed, runExample } from '../support/examples.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';

const run = promisify(execFile);

const product = untilFileEnd(await startProduct());
const env = exampleEnv(product);

describe('the fetch example', () => {
  it('prints the newest weather, NDVI and note of each field, and names the field that does not exist', async () => {
    const { code, lines, stderr } = await runExample('fetch', [], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = lines.join('\n');
    for (const id of ['fld_demo_01', 'fld_demo_02']) {
      expect(text).toMatch(
        new RegExp(
          `${id} on 20\\d\\d-\\d\\d-\\d\\d\n +high -?\\d+ °F, rain \\d+\\.\\d\\d in\n +NDVI 0\\.\\d\\d on .*Z\n +newest observation: \\w`,
        ),
      );
    }
    expect(text).toMatch(/^fields\.2\.latestWeather: NOT_FOUND: /m);
  });

  it('prints "request" for an error without a path, and ERROR for one without a code', async () => {
    const errors = [
      { message: 'Only deployed documents may run.', extensions: { code: 'PERSISTED_DOCUMENT_REQUIRED' } },
      { message: 'Of a proxy.' },
    ];
    await using server = await serve((_, response) => response.end(JSON.stringify({ errors })));
    const { lines } = await runExample('fetch', [], { ...env, FIELDGRAPH_URL: `${server.url}/graphql` });
    expect(lines).toEqual([
      'request: PERSISTED_DOCUMENT_REQUIRED: Only deployed documents may run.',
      'request: ERROR: Of a proxy.',
    ]);
  });
});

describe('examples/README.md', () => {
  it('lists each example', () => {
    const readme = readFileSync(new URL('README.md', examplesFolder), 'utf8');
    for (const name of [...exampleNames, 'fieldgraph.http']) expect(readme).toContain(`| [${name}](${name}) |`);
  });
});

describe.skipIf(!installed)('the examples', () => {
  it('compile against the types of the graph and of their clients', async () => {
    const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', examplesFolder));
    for (const project of ['.', 'tutorial', 'dashboard'])
      await expect(
        run(compiler, ['--noEmit', '-p', project], { cwd: fileURLToPath(examplesFolder) }),
      ).resolves.toBeDefined();
  });
});

/** Runs a client through a proxy that records each request. */
async function seen(name: string, more: Record<string, string> = {}) {
  await using proxy = await startBrokenProxy(product.graphUrl);
  const { code, lines, stderr } = await runExample(name, [], {
    ...env,
    FIELDGRAPH_URL: `${proxy.url}/graphql`,
    ...more,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const cached = lines
    .find((line) => line.startsWith('cached as: '))
    ?.slice('cached as: '.length)
    .split(', ');
  return { text: lines.join('\n'), cached, operations: proxy.operations };
}

describe.skipIf(!installed)('Apollo Client', () => {
  it('caches a field under its plain id, joins pages, and shows a new note everywhere without another request', async () => {
    const { text, cached, operations } = await seen('apollo');
    expect(text).toMatch(/^fld_demo_01: high -?\d+\.\d CELSIUS$/m);
    expect(text).toContain('two pages, one list: 4 observations');
    expect(text).toContain('through node and from the cache: Tillering, even stand.');
    expect(cached).toContain('fld_demo_01');
    expect(cached?.filter((key) => /Field|Weather|Temperature/.test(key))).toEqual([]);
    expect(operations).toEqual(['FieldPage', 'FieldPage', 'AddObservation']);
  });

  it('reads a refusal as data', async () => {
    const { text } = await seen('apollo', { FIELDGRAPH_API_KEY: '' });
    expect(text).toMatch(/^UNAUTHENTICATED: /m);
  });
});

describe.skipIf(!installed)('urql', () => {
  it('caches a field under its plain id and reads it again by `node` without a request', async () => {
    const { text, cached, operations } = await seen('urql');
    expect(text).toMatch(/^NDVI since 20\d\d-\d\d-\d\d: [▁▂▃▄▅▆▇█·]{10,}$/m);
    const [, degreeDays] = /^(\d+) CELSIUS_DAY, \d+ MILLIMETRE of rain$/m.exec(text) ?? [];
    expect(text).toContain(`through node and from the cache: ${degreeDays}`);
    expect(cached?.toSorted()).toEqual(['Query', 'fld_demo_01']);
    expect(operations).toEqual(['Season']);
  });
});

describe.skipIf(!installed)('Relay', () => {
  it('caches a field under its plain id, pages through the connection, refetches by `node` and shows a new note', async () => {
    const { text, cached, operations } = await seen('relay');
    expect(text).toMatch(/^fld_demo_01: high -?\d+\.\d CELSIUS$/m);
    expect(text).toContain('two pages, one list: 4 observations');
    expect(text).toMatch(/^the header again, through node: 20\d\d-\d\d-\d\d$/m);
    expect(text).toContain('newest observation of the list: Canopy closed.');
    expect(text).not.toContain('undefined');
    expect(cached).toContain('fld_demo_01');
    expect(cached?.filter((key) => !/^(fld|obs)_/.test(key))).toEqual([]);
    const reads = ['notesPageQuery', 'notesFeedPaginationQuery', 'notesHeaderRefetchQuery'];
    expect(operations).toEqual([...reads, 'notesAddMutation']);
  });

  it.each(['relay', 'trusted-relay'])('has the scalars of the client package in %s', (example) => {
    const config = JSON.parse(readFileSync(new URL(`${example}/relay.config.json`, examplesFolder), 'utf8'));
    expect({ ID: 'string', ...config.customScalarTypes }).toEqual(scalars);
  });

  it('has the artifacts that its compiler generates from the schema and the fragments', async () => {
    const compiler = fileURLToPath(new URL('node_modules/relay-compiler/cli.js', examplesFolder));
    const cwd = fileURLToPath(new URL('relay', examplesFolder));
    await expect(run(process.execPath, [compiler, '--validate'], { cwd })).resolves.toBeDefined();
  });
});

describe.skipIf(!installed)('graphql-request', () => {
  const refusals: [string, string[], Record<string, string>, RegExp][] = [
    ['writes a note', ['Aphids again.', 'key-of-my-own'], {}, /^written: [\w:]+ Aphids again\.$/],
    [
      'sends the same note again without a duplicate',
      ['Aphids again.', 'key-of-my-own'],
      {},
      /^was already written: [\w:]+ Aphids again\.$/,
    ],
    ['reports that the key belongs to another note', ['Slugs.', 'key-of-my-own'], {}, /^IDEMPOTENCY_KEY_REUSED: /],
    ['names the path of each violation', [' '], {}, /^input\.text: /],
    ['requests an API key', [], { FIELDGRAPH_API_KEY: '' }, /FIELDGRAPH_API_KEY/],
    ['requests a well-formed API key', [], { FIELDGRAPH_API_KEY: 'ü' }, /FIELDGRAPH_API_KEY/],
    ['reports that the field does not exist', ['--field', 'fld_nowhere'], {}, /^NOT_FOUND: /],
  ];

  it.each(refusals)('%s', async (_title, args, more, line) => {
    const { code, lines, stderr } = await runExample('graphql-request', args, { ...env, ...more });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  it('prints the command that sends the same note again if no server responds', async () => {
    const nowhere = { ...env, FIELDGRAPH_URL: 'http://127.0.0.1:1/graphql' };
    const { code, stderr } = await runExample('graphql-request', ["It's $5.", 'two'], nowhere);
    expect(code).toBe(1);
    // Quoted for a shell.
    expect(stderr).toMatch(/-- --url http:\/\/127\.0\.0\.1:1\/graphql --field fld_\w+ 'It'\\''s \$5\.' two\n$/);
  });

  it('prints the command that sends the same note again after an error', async () => {
    const errors = [
      { message: 'No answer in time.', path: ['addObservation'], extensions: { code: 'UPSTREAM_TIMEOUT' } },
      { message: 'Of a proxy.' },
    ];
    await using server = await serve((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: { addObservation: null }, errors }));
    });
    const faulty = { ...env, FIELDGRAPH_URL: `${server.url}/graphql` };
    const { code, stderr } = await runExample('graphql-request', ['Slugs.', 'one'], faulty);
    expect(code).toBe(1);
    expect(stderr).toContain('UPSTREAM_TIMEOUT: No answer in time.');
    expect(stderr).toContain('ERROR: Of a proxy.');
    expect(stderr).toMatch(/ Slugs\. one\n$/);
  });
});
