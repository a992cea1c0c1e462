/** deploy/compose.yaml, as far as it can be checked without containers: its schema, its guarantees, and its scripts. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { describeSettings, readConfig } from '../../src/config.ts';
import { deployFolder, readCompose, readDeployFile } from './support/files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const compose = readCompose();
const networksOf = (name: keyof typeof compose.services) => {
  const { networks } = compose.services[name];
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
const containers = [compose.services.gateway, compose.services.service];

/** Off, because the file has an order for its reader: gateway and service before what they depend on. */
const orderRules = {
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
} as const;

/** The errors that the linter reports for a text, including those of the schema of Compose. */
async function errorsOf(text: string): Promise<string[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'compose.yaml');
  writeFileSync(file, text);
  const linter = new DCLinter({ rules: orderRules, quiet: false, debug: false, exclude: [] });
  // The declarations of the package import files by names that do not resolve.
  const results = linter.lintFiles([file], false) as { messages: { line: number; message: string }[] }[];
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}

describe('deploy/compose.yaml', () => {
  it('has no error by its schema or the linter', async () => {
    expect(await errorsOf(readDeployFile('compose.yaml'))).toEqual([]);
  });

  it.each([
    ['a key that Compose does not know', 'stop_grace_period: 60s', 'stop_grace: 60s'],
    ['a port open to every machine', "'127.0.0.1:4000:4000'", "'4000:4000'"],
    ['an image without a version', 'redis:7-bookworm', 'redis'],
  ])('fails the linter with %s', async (_, from, to) => {
    expect(await errorsOf(readDeployFile('compose.yaml').replace(from, to))).not.toEqual([]);
  });

  it('restricts the rights, the logs and the memory of every container, and forbids core files', () => {
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        ulimits: { core: 0 },
        logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      });
    }
    for (const image of [compose.services.database, compose.services.redis]) expect(image.user).toBe('999:999');
  });

  it('uses only existing settings, with valid values', () => {
    const known = new Set(describeSettings().map(({ name }) => name));
    for (const { environment = {} } of containers) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
      expect(() => readConfig(Object.fromEntries(plain))).not.toThrow();
    }
  });

  it('allows gateway and service more time to stop than they need to drain', () => {
    for (const { stop_grace_period: grace = '', environment = {} } of containers) {
      expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(
        readConfig({ DRAIN_MS: environment.DRAIN_MS }).DRAIN_MS + 2_000,
      );
    }
  });

  it('lets the gateway reach the service and Redis, but not the database', () => {
    const reached = new Set(networksOf('gateway'));
    const isReached = (name: 'service' | 'redis' | 'database') => !reached.isDisjointFrom(new Set(networksOf(name)));
    expect([isReached('service'), isReached('redis'), isReached('database')]).toEqual([true, true, false]);
  });

  it('exempts only the gateway from the rate limit: callers through published ports have the first address', () => {
    const { inside } = compose.services.gateway.networks as Record<string, { ipv4_address: string }>;
    const [{ subnet } = { subnet: '' }] = compose.networks.inside.ipam.config;
    const [network = '', length] = subnet.split('/');
    const addresses = new BlockList();
    addresses.addSubnet(network, Number(length));
    expect(addresses.check(inside?.ipv4_address ?? '')).toBe(true);
    expect(inside?.ipv4_address).not.toMatch(/\.[01]$/);
    expect(compose.services.service.environment?.FIELD_DATA_RATE_LIMIT_EXEMPT).toBe(`${inside?.ipv4_address}/32`);
  });
});

describe('deploy/make-secrets.sh', () => {
  const script = `${deployFolder}make-secrets.sh`;

  it('creates every secret that compose.yaml mounts, only once, and closes the folder to others even if it exists', async () => {
    await using folder = await temporaryFolder();
    const secrets = join(folder.path, 'secrets');
    mkdirSync(secrets);
    chmodSync(secrets, 0o755);
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
