/** `npm start -- request`: one operation without a server, over the embedded and a remote service. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { runHere } from '../support/run-here.ts';
import { startProduct } from '../support/running.ts';
import { serve } from '../support/serve.ts';
import { writeObservation } from '../support/write-observation.ts';
import { folderOfTest } from '../field-data/support/service.ts';

const name = 'query Name($id: ID!) { field(id: $id) { name } }';
const demo = { id: 'fld_demo_01' };

it('request prints the response, exits with code 1 on errors, and reports a database that it creates', async () => {
  const folder = folderOfTest();
  const env = { FIELD_DATA_DIR: folder };
  expect(await runHere(['request', name], { env: { ...env, DEMO: 'off' } })).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${folder}: set FIELD_DATA_DIR to the folder of the service.\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
  const good = await runCommand(['request', name, '--variables', JSON.stringify(demo)], { env });
  expect(good).toMatchObject({ code: 0, err: `Made a new database in ${folder}.\n` });
  expect(JSON.parse(good.out)).toEqual({ data: { field: { name: 'North Meadow' } } });
  const bad = await runHere(['request', name], { env });
  expect(bad).toMatchObject({ code: 1, err: '' });
  expect(JSON.parse(bad.out).errors[0].message).toContain('$id');
});

it('request refuses a subscription as a wrong call, and says what it needs', async () => {
  const document = 'subscription { fieldsChanged(ids: ["fld_demo_01"]) { cursor } }';
  const { code, out, err } = await runHere(['request', document], { env: { FIELD_DATA_DIR: folderOfTest() } });
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('A subscription needs a running gateway: docs/live.md.\n');
  expect(err).not.toContain('Accept');
});

it('the usage of request says that a refusal as data exits with 0', async () => {
  const { out } = await runHere(['request', '--help'], { env: {} });
  expect(out).toContain('refused as data, such as UnauthenticatedError, exits with 0');
});

it('request runs the named operation with the key of --key or the environment, and reads the document from standard input', async () => {
  const dataDir = folderOfTest();
  const env = { FIELD_DATA_DIR: dataDir, DEMO_API_KEY: 'demo-key-of-the-request' };
  const input = { fieldId: 'fld_demo_01', text: 'Rust.', idempotencyKey: 'written-by-a-request' };
  const document = `query Other { __typename }
    mutation Write($input: AddObservationInput!) { addObservation(input: $input) { __typename } }`;
  const words = ['request', '-', '--operation-name', 'Write', '--variables', JSON.stringify({ input })];
  const without = await runHere(['request', document, ...words.slice(2)], { env });
  expect(without.code).toBe(0);
  expect(JSON.parse(without.out)).toEqual({ data: { addObservation: { __typename: 'UnauthenticatedError' } } });
  const written = await runCommand([...words, '--key', env.DEMO_API_KEY], { env, input: document });
  expect(JSON.parse(written.out)).toEqual({ data: { addObservation: { __typename: 'AddObservationSuccess' } } });
  // Other users of the machine cannot read the key in the environment. The key of the call has priority.
  const keyed = { ...env, FIELDGRAPH_API_KEY: env.DEMO_API_KEY };
  const replayed = await runHere(['request', document, ...words.slice(2)], { env: keyed });
  expect(JSON.parse(replayed.out)).toEqual(JSON.parse(written.out));
  const other = await runCommand([...words, '--key', 'another'], { env: keyed, input: document });
  expect(JSON.parse(other.out)).toEqual(JSON.parse(without.out));
});

it.each(['fds_live_…a1b2', 'a\nb', ''])(
  'request refuses the key %j as a wrong call and does not print it',
  async (key) => {
    const env = { FIELD_DATA_DIR: folderOfTest() };
    const { code, err } = await runHere(['request', '{ __typename }', '--key', key], { env });
    expect(code).toBe(2);
    expect(err).toMatch(/^--key must be a whole API key: visible ASCII characters only\.\n/);
    if (key === '') return;
    expect(err).not.toContain(key);
    const inherited = await runHere(['request', '{ __typename }'], { env: { ...env, FIELDGRAPH_API_KEY: key } });
    expect(inherited).toEqual({ code: 2, out: '', err: err.replace('--key', 'FIELDGRAPH_API_KEY') });
  },
);

it('request opens no port, over both kinds of service, and shares the store of a running server', async () => {
  await using product = await startProduct();
  await using taken = await serve(() => {});
  const port = String(taken.port);
  const ports = { PORT: port, FIELD_DATA_PORT: port, ADMIN_PORT: port };
  const words = ['request', name, '--variables', JSON.stringify(demo)];
  const embedded = await runHere(words, {
    env: { FIELD_DATA_DIR: folderOfTest(), ...ports, FIELD_DATA_PORT: '0' },
  });
  const remote = await runHere(words, { env: { FIELD_DATA_URL: product.serviceUrl, ...ports } });
  for (const { out } of [embedded, remote])
    expect(JSON.parse(out)).toEqual({ data: { field: { name: 'North Meadow' } } });
  expect(await writeObservation(product, 'Written by the server.')).toBe(201);
  const latest = '{ field(id: "fld_demo_01") { latestObservation { text } } }';
  // File locks only work between processes.
  const shared = await runCommand(['request', latest, '--key', product.demoKey ?? ''], {
    env: {
      FIELD_DATA_DIR: product.dataDir,
      PORT: new URL(product.graphUrl).port,
      FIELD_DATA_PORT: new URL(product.serviceUrl).port,
    },
  });
  expect(JSON.parse(shared.out)).toEqual({
    data: { field: { latestObservation: { text: 'Written by the server.' } } },
  });
});

it('request escapes controls that a terminal obeys, and stays JSON', async () => {
  const name = 'a\u009b2Jb';
  await using service = await serve((_, response) => {
    const body = { data: [], meta: { field_id: 'fld_a', field: { name } } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { out } = await runHere(['request', '{ field(id: "fld_a") { name } }'], {
    env: { FIELD_DATA_URL: service.url },
  });
  expect(out).toContain('a\\u009b2Jb');
  expect(JSON.parse(out)).toEqual({ data: { field: { name } } });
});
