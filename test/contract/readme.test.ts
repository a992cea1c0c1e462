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
});
