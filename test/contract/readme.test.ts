import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../support/running.ts';

const run = promisify(execFile);
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Every curl command of the README, whole, in order. */
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  .filter((line) => line.startsWith('curl '));

/** The block of commands that work on the data folder, as one script. */
const commandsOnData = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, block = '']) => block)
  .find((block) => block.includes('npm run fields'));

describe('the README', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct();
  });

  afterAll(() => product[Symbol.asyncDispose]());

  it('shows the graph, the write and each REST endpoint', () => {
    expect(commands.length).toBeGreaterThanOrEqual(8);
  });

  it.each(commands)('%s', async (command) => {
    const local = command
      .replaceAll('http://127.0.0.1:4000', product.graphUrl)
      .replaceAll('http://127.0.0.1:4001', product.serviceUrl);
    const { stdout } = await run('bash', ['-c', local], { env: { ...process.env, DEMO_API_KEY: product.demoKey } });
    const answer = JSON.parse(stdout);
    expect(answer).not.toHaveProperty('errors');
    expect(answer.data ?? answer.api).toBeTruthy();
    expect(answer.data?.addObservation?.__typename ?? 'AddObservationSuccess').toBe('AddObservationSuccess');
  });

  it('adds a field and a key, imports and exports, beside the running service', async () => {
    const script = commandsOnData?.replaceAll('.data/', `${product.dataDir}/`) ?? 'exit 1';
    const env = { ...process.env, FIELD_DATA_DIR: product.dataDir };
    const { stdout } = await run('bash', ['-euc', script], { env });
    expect(stdout).toMatch(/fds_live_\w{38}/);
    const key = /fds_live_\w{38}/.exec(stdout)?.[0];
    const answer = await fetch(
      `${product.serviceUrl}/api/v1/weather?field_id=fld_north&from=2026-05-01&to=2026-05-02`,
      {
        headers: { authorization: `Bearer ${key}` },
      },
    );
    expect(await answer.json()).toMatchObject({ data: [{ date: '2026-05-01', temperature_max: { value: 18.2 } }] });
    expect(readFileSync(`${product.dataDir}/north.jsonl`, 'utf8')).toContain('"date":"2026-05-01"');
  });
});
