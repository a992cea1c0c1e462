import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesFolder, exampleEnv, installed, runExample } from '../support/examples.ts';
import { type Product, startProduct } from '../support/running.ts';

const run = promisify(execFile);

let product: Product;
let env: Record<string, string>;

beforeAll(async () => {
  product = await startProduct();
  env = exampleEnv(product);
});

afterAll(() => product[Symbol.asyncDispose]());

describe('fetch', () => {
  it('prints the newest of everything for each field, and names the one that is not there', async () => {
    const { code, lines, stderr } = await runExample('fetch', [], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = lines.join('\n');
    for (const id of ['fld_demo_01', 'fld_demo_02']) {
      expect(text).toMatch(
        new RegExp(
          `${id} on 20\\d\\d-\\d\\d-\\d\\d\n +high -?\\d+ °F, rain \\d+\\.\\d\\d in\n +NDVI 0\\.\\d\\d on .*Z\n +newest note: \\w`,
        ),
      );
    }
    expect(text).toMatch(/^fields\.2\.weather: NOT_FOUND: /m);
  });
});

describe.skipIf(!installed)('the examples', () => {
  it('fit the types of the graph and of their clients', async () => {
    const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', examplesFolder));
    await expect(run(compiler, ['--noEmit', '-p', '.'], { cwd: fileURLToPath(examplesFolder) })).resolves.toBeDefined();
  });
});

describe.skipIf(!installed)('graphql-request', () => {
  const refusals: [string, string[], Record<string, string>, RegExp][] = [
    ['writes a note', ['Aphids again.', 'key-of-my-own'], {}, /^written: obs_\w+ Aphids again\.$/],
    [
      'sends the same again without harm',
      ['Aphids again.', 'key-of-my-own'],
      {},
      /^was already written: obs_\w+ Aphids again\.$/,
    ],
    ['says that the key stands for another note', ['Slugs.', 'key-of-my-own'], {}, /^IDEMPOTENCY_KEY_REUSED: /],
    ['names the place of each fault', [' '], {}, /^input\.text: /],
    ['asks for an API key', [], { FIELDGRAPH_API_KEY: '' }, /FIELDGRAPH_API_KEY/],
    ['says that there is no such field', ['--field', 'fld_nowhere'], {}, /^NOT_FOUND: /],
  ];

  it.each(refusals)('%s', async (_title, args, more, line) => {
    const { code, lines, stderr } = await runExample('graphql-request', args, { ...env, ...more });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  it('tells how to send the same again after a fault', async () => {
    const { code, stderr } = await runExample('graphql-request', ['Slugs.', 'one'], {
      ...env,
      FIELDGRAPH_API_KEY: 'ü',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('npm run graphql-request -- "Slugs." one');
  });
});
