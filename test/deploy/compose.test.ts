/** deploy/compose.yaml, as far as it can be checked where no container runs: its schema, its promises, and the scripts it mounts. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { describeSettings, readConfig } from '../../src/config.ts';
import { deployFolder, readCompose, readDeployFile } from './support/files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const compose = readCompose();
const halves = [compose.services.gateway, compose.services.service];

/** Its own order: what runs first what comes from outside, and the halves before what they need. */
const orderRules = {
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
} as const;

/** What the linter says of a text, its schema of Compose included. */
async function faultsOf(text: string): Promise<string[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'compose.yaml');
  writeFileSync(file, text);
  const linter = new DCLinter({ rules: orderRules, quiet: false, debug: false, exclude: [] });
  // Its own declarations import files that are not there by their full name.
  const results = linter.lintFiles([file], false) as { messages: { line: number; message: string }[] }[];
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}

describe('deploy/compose.yaml', () => {
  it('has no fault that its schema or the linter knows', async () => {
    expect(await faultsOf(readDeployFile('compose.yaml'))).toEqual([]);
  });

  it.each([
    ['a key that Compose does not know', 'stop_grace_period: 60s', 'stop_grace: 60s'],
    ['a port open to every machine', "'127.0.0.1:4000:4000'", "'4000:4000'"],
    ['an image without a version', 'redis:7-bookworm', 'redis'],
  ])('is looked at: %s', async (_, from, to) => {
    expect(await faultsOf(readDeployFile('compose.yaml').replace(from, to))).not.toEqual([]);
  });

  it('gives nothing more rights than it needs, and bounds what each writes and holds', () => {
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      });
    }
    for (const half of halves) expect(half.mem_limit).toBe('768m');
    for (const image of [compose.services.database, compose.services.redis]) expect(image.user).toBe('999:999');
  });

  it('names settings that there are, with values that they take', () => {
    const known = new Set(describeSettings().map(({ name }) => name));
    for (const { environment = {} } of halves) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
      expect(() => readConfig(Object.fromEntries(plain))).not.toThrow();
    }
  });

  it('stops each half later than it stops itself', () => {
    for (const { stop_grace_period: grace = '', environment = {} } of halves) {
      expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(
        readConfig({ DRAIN_MS: environment.DRAIN_MS }).DRAIN_MS + 2_000,
      );
    }
  });

  it('lets the gateway reach the service and Redis, but not the database', () => {
    const reached = new Set(compose.services.gateway.networks);
    const isReached = (name: 'service' | 'redis' | 'database') =>
      !reached.isDisjointFrom(new Set(compose.services[name].networks));
    expect([isReached('service'), isReached('redis'), isReached('database')]).toEqual([true, true, false]);
  });

  it('counts no gateway of its network', () => {
    const [{ subnet } = { subnet: '' }] = compose.networks.inside.ipam.config;
    expect(compose.services.service.environment?.FIELD_DATA_RATE_LIMIT_EXEMPT).toBe(subnet);
  });
});

describe('deploy/make-secrets.sh', () => {
  const script = `${deployFolder}make-secrets.sh`;

  it('makes every secret that compose.yaml mounts, once, in a folder that is closed to others', async () => {
    await using folder = await temporaryFolder();
    const secrets = join(folder.path, 'secrets');
    await run(script, [secrets]);
    const read = () =>
      Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]));
    const made = read();
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    await run(script, [secrets]);
    expect(read()).toEqual(made);
    expect(new URL(made['database-url'] ?? '')).toMatchObject({
      hostname: 'database',
      password: made['fieldgraph-password'],
    });
    expect(() => readConfig({ DATABASE_URL: made['database-url'], REDIS_URL: made['redis-url'] })).not.toThrow();
    expect(new Set([made['fieldgraph-password'], made['postgres-password']]).size).toBe(2);
    expect(made['postgres-password']).toMatch(/^[0-9a-f]{48}$/);
  });
});
