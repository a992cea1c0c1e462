/**
 * compose.yaml and the manifests, run: their arguments, variables and secrets start gateway and service over a real PostgreSQL and Redis,
 * and their own health checks pass. Only the names of other containers and the folders of secrets are those of this machine.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentOf, environmentOf, readCompose } from './support/files.ts';
import { freePort } from '../support/free-port.ts';
import { type PostgresServer, runSql, startPostgres } from '../support/postgres/server.ts';
import { entry } from '../support/command.ts';
import { post } from '../support/post.ts';
import { type ProductProcess, startProcess } from '../support/product-process.ts';
import { hasRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { runHere } from '../support/run-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

type Role = 'gateway' | 'service';

/** How a deployment starts the gateway or the service. */
interface Written {
  words: string[];
  env: Record<string, string>;
  /** The health check that the container runs; undefined if it is checked over HTTP. */
  check?: string[];
}

const { services } = readCompose();
const fromManifest = (role: Role): Written => {
  const { container } = deploymentOf(role);
  return { words: container.args ?? [], env: environmentOf(container) };
};
const fromCompose = (role: Role): Written => {
  const { command = [], environment = {}, healthcheck } = services[role];
  const [, ...check] = healthcheck.test;
  return { words: command, env: environment, check };
};
const deployments = { 'deploy/compose.yaml': fromCompose, 'deploy/kubernetes': fromManifest };

let postgres: PostgresServer | undefined;
let redis: RedisServer | undefined;

beforeAll(async () => {
  postgres = await startPostgres().catch(() => undefined);
  redis = hasRedis ? await startRedis() : undefined;
});

afterAll(async () => {
  await postgres?.stop();
  await redis?.[Symbol.asyncDispose]();
});

/** An empty database, as deploy/make-database.sh leaves it. */
async function makeDatabase({ url }: PostgresServer, name: string): Promise<string> {
  await runSql(`${url}/postgres`, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  return `${url}/${name}`;
}

describe.each(Object.entries(deployments))('%s', (name, written) => {
  it('starts gateway and service, which pass their health checks, serve a written observation, and exit with code 0', {
    timeout: 600_000,
  }, async ({ skip }) => {
    if (!postgres || !redis) return skip('needs PostgreSQL and redis-server');
    await using folder = await temporaryFolder();
    const secrets = join(folder.path, 'secrets');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'database-url'), await makeDatabase(postgres, name));
    writeFileSync(join(secrets, 'redis-url'), redis.url);
    const ports = { PORT: String(await freePort()), FIELD_DATA_PORT: String(await freePort()) };
    const admin = { gateway: String(await freePort()), service: String(await freePort()) };
    const serviceUrl = `http://127.0.0.1:${ports.FIELD_DATA_PORT}`;
    const graphUrl = `http://127.0.0.1:${ports.PORT}`;

    const environmentFor = (role: Role): Record<string, string> => ({
      // Other tests set these.
      DEADLINE_MS: '',
      LOG_LEVEL: '',
      ...Object.fromEntries(
        Object.entries(written(role).env).map(([key, value]) => [
          key,
          value
            .replace(/^\/run\/secrets\/(?:fieldgraph\/)?/, `${secrets}/`)
            .replace(/^http:\/\/(?:fieldgraph-)?service:4001$/, serviceUrl),
        ]),
      ),
      // As in the image, whose root is read-only.
      PATH: process.env.PATH ?? '',
      HOST: '0.0.0.0',
      FIELD_DATA_DIR: '/proc/nowhere',
      ...ports,
      ADMIN_PORT: admin[role],
      DRAIN_DELAY_MS: '0',
      EVENT_LOOP_DELAY_MS_MAX: '0',
    });
    const command = async (role: Role, words: string[]) =>
      (await run(process.execPath, [entry, ...words], { env: environmentFor(role), cwd: folder.path })).stdout;

    await using started = new AsyncDisposableStack();
    const processes: ProductProcess[] = [];
    for (const role of ['service', 'gateway'] as const) {
      const { words, check } = written(role);
      const env = environmentFor(role);
      processes.push(started.use(await startProcess({ words, env, cwd: folder.path, log: 'read' })));
      const [node, path, ...rest] = check ?? [];
      if (check) {
        expect([node, path]).toEqual(['node', '/app/dist/start.cjs']);
        // A container is checked again, too: on a busy machine a check may be too slow.
        await expect.poll(() => command(role, rest).catch(({ stderr }) => stderr)).toBe('Ready.\n');
      }
      // On a busy machine, it shares only once it looks for Redis again.
      const details = async () => (await fetch(`http://127.0.0.1:${admin[role]}/ready`)).json();
      await expect.poll(details).toMatchObject({ status: 'ready', limits: 'shared' });
    }
    const place = ['--timezone', 'Europe/Berlin', '--latitude', '52.5', '--longitude', '13.4', '--account', 'acme'];
    const here = (words: string[]) => runHere(words, { env: environmentFor('service'), cwd: folder.path });
    expect(await here(['fields', 'add', 'fld_north', ...place])).toMatchObject({ code: 0 });
    const { out } = await here('keys create --account acme --name phone --mode live'.split(' '));
    const [key] = /fds_live_\w{38}/.exec(out) ?? [];
    const query = `mutation { addObservation(input: { idempotencyKey: "a-1", fieldId: "fld_north", text: "Frost." }) {
      __typename ... on AddObservationSuccess { replayed field { observations(limit: 5) { text } } } } }`;
    for (const replayed of [false, true]) {
      const { body } = await post(graphUrl, { query }, { authorization: `Bearer ${key}` });
      expect(body).toEqual({
        data: {
          addObservation: {
            __typename: 'AddObservationSuccess',
            replayed,
            field: { observations: [{ text: 'Frost.' }] },
          },
        },
      });
    }
    for (const each of processes.toReversed()) expect(await each.terminate()).toMatchObject({ code: 0 });
    for (const role of ['service', 'gateway'] as const) {
      const [, , ...rest] = written(role).check ?? [];
      if (rest.length > 0) await expect(command(role, rest)).rejects.toMatchObject({ code: 1 });
    }
  });
});
