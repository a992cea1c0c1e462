import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { startProcess } from '../support/product-process.ts';
import { post } from '../support/post.ts';
import { temporaryFolder } from '../support/running.ts';

const entry = new URL('../../src/start.cjs', import.meta.url).pathname;

function run(env: Record<string, string>, ...flags: string[]): ChildProcess {
  return spawn(process.execPath, [entry, ...flags], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

describe('npm start', () => {
  it('prints a banner with every address, a demo field and the demo key, and stops cleanly on SIGTERM', async () => {
    await using folder = await temporaryFolder();
    const child = run({ PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: folder.path });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      lines.push(line);
      if (line.trim().startsWith('Data')) break;
    }
    const text = lines.join('\n');
    expect(text).toMatch(/Field page +http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(text).toMatch(/GraphQL +http:\/\/127\.0\.0\.1:\d+\/graphql \(GraphiQL in a browser\)/);
    expect(text).toMatch(/REST +http:\/\/127\.0\.0\.1:\d+\/api\/v1 \(documentation: http:\/\/127\.0\.0\.1:\d+\/docs\)/);
    expect(text).toMatch(/Demo fields +fld_demo_01/);
    expect(text).toMatch(/Demo API key +export DEMO_API_KEY=fds_test_\w+$/m);
    expect(lines.length).toBeLessThanOrEqual(9);
    expect(text).toContain(folder.path);
    const done = finished(child);
    child.kill('SIGTERM');
    expect((await done).code).toBe(0);
  });

  it('answers on the oldest Node that runs it, which lacks Map.prototype.getOrInsert', async () => {
    await using product = await startProcess({ nodeFlags: ['--no-js-upsert'] });
    const query = '{ field(id: "fld_demo_01") { weather { date } earthObservations { id } observations { text } } }';
    for (let time = 0; time < 5; time += 1) {
      const { body } = await post(product.graphUrl, { query });
      expect(body).not.toHaveProperty('errors');
      expect(body).toMatchObject({ data: { field: { weather: { length: 14 } } } });
    }
  });

  it('refuses bad settings all at once, naming each with a good example and never its value', async () => {
    const { code, stderr } = await finished(
      run({ PORT: 'secret', DEPTH_MAX: '-1', FIELD_DATA_URL: 'ftp://user:secret@x', LOG_LEVEL: 'loud' }),
    );
    expect(code).toBe(1);
    for (const name of ['PORT=4000', 'DEPTH_MAX=15', 'FIELD_DATA_URL=https://', 'LOG_LEVEL=info'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('secret');
  });

  it('refuses two ports of its own that are the same, and names another', async () => {
    const { code, stderr } = await finished(run({ PORT: '4001', ADMIN_PORT: '4001' }));
    expect(code).toBe(1);
    expect(stderr).toContain('FIELD_DATA_PORT must not be PORT, for example FIELD_DATA_PORT=4002');
    expect(stderr).toContain('ADMIN_PORT must be neither PORT nor FIELD_DATA_PORT, for example ADMIN_PORT=4002');
    expect(stderr).not.toContain('in use');
  });

  it('prints an address that another machine can open where it is bound to every interface', async () => {
    await using folder = await temporaryFolder();
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    const child = run({ HOST: '0.0.0.0', PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: folder.path });
    let text = '';
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      text += `${line}\n`;
      if (line.trim().startsWith('Data')) break;
    }
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    const url = /From elsewhere +(\S+)/.exec(text)?.[1];
    expect(url && new URL(url).hostname).toBe(outside?.address);
  });

  it('says in one sentence that a port is taken, and which setting chooses another', async () => {
    await using folder = await temporaryFolder();
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const { code, stderr } = await finished(
      run({ PORT: String(port), FIELD_DATA_PORT: '0', FIELD_DATA_DIR: folder.path }),
    );
    holder.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use: .*PORT=\\d+\\.\\n$`));
  });

  it.each<[string[]]>([[[]], [['service']], ['keys create --account a --name b --mode test'.split(' ')]])(
    'says in one sentence that FIELD_DATA_DIR cannot be made: %j',
    async (words) => {
      for (const dataDir of ['/proc/nowhere/data', '/dev/null/data', '/proc/data']) {
        const child = run({ PORT: '0', FIELD_DATA_PORT: '0', FIELD_DATA_DIR: dataDir }, ...words);
        const spinning = setTimeout(() => child.kill('SIGKILL'), 120_000);
        const { code, stderr } = await finished(child);
        clearTimeout(spinning);
        expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining(dataDir)]]);
        expect(stderr).toContain('check that the folder can be written');
      }
    },
  );

  it('prints its version and its help, with every setting', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await finished(run({}, '--version'))).toMatchObject({ code: 0, stdout: `${version}\n` });
    const { code, stdout } = await finished(run({}, '--help'));
    expect(code).toBe(0);
    expect(stdout).toContain('UPSTREAM_CALLS_MAX');
  });

  it('refuses an unknown flag with exit code 2', async () => {
    const { code, stderr } = await finished(run({}, '--prot', '1'));
    expect(code).toBe(2);
    expect(stderr).toContain('--help');
  });

  it('is a file that an old Node can parse, up to where it hands over to another', () => {
    expect(readFileSync(entry, 'utf8')).not.toMatch(/\?\.|\?\?|\basync\b|\bawait\b/);
  });
});
