/** The gateway and the service as separate processes: what each serves and refuses, and how it drains. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { post } from '../support/post.ts';
import { temporaryFolder } from '../support/running.ts';

const entry = new URL('../../src/start.cjs', import.meta.url).pathname;
const free = { PORT: '0', FIELD_DATA_PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', EVENT_LOOP_DELAY_MS_MAX: '0' };

interface Process extends AsyncDisposable {
  child: ChildProcess;
  /** What the banner says, by its labels. */
  banner: Map<string, string>;
}

async function startRole(role: string, env: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, [entry, role], {
    env: { PATH: process.env.PATH, ...free, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const banner = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, label, value] = /^ {2}(\S.*?) {2,}(?:export \w+=)?(\S+)/.exec(line) ?? [];
    if (label !== undefined && value !== undefined) banner.set(label, value);
    if (label === (role === 'service' ? 'Data' : 'Remote service')) break;
  }
  return {
    child,
    banner,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const originOf = (started: Process, label: string) => new URL(started.banner.get(label) ?? '').origin;

describe('separate roles', () => {
  it('serve together what they serve as one process', async () => {
    await using folder = await temporaryFolder();
    await using service = await startRole('service', { FIELD_DATA_DIR: folder.path });
    const rest = originOf(service, 'REST');
    expect(service.banner.has('GraphQL')).toBe(false);
    // As Kubernetes sets it next to a Service of that name.
    const injected = { FIELD_DATA_PORT: 'tcp://10.0.0.1:4001' };
    await using gateway = await startRole('gateway', { FIELD_DATA_URL: rest, ...injected });
    expect(gateway.banner.has('REST')).toBe(false);
    const key = service.banner.get('Demo API key');
    const mutation = `mutation { addObservation(input: { idempotencyKey: "roles-1", fieldId: "fld_demo_01", text: "Apart." }) {
      __typename ... on AddObservationSuccess { field { latestWeather { date } observations(limit: 1) { text } } } } }`;
    const { body } = await post(originOf(gateway, 'GraphQL'), { query: mutation }, { authorization: `Bearer ${key}` });
    expect(body).toMatchObject({
      data: {
        addObservation: {
          __typename: 'AddObservationSuccess',
          field: { latestWeather: { date: expect.any(String) }, observations: [{ text: 'Apart.' }] },
        },
      },
    });
  });

  it('the service tells balancers and operators how it is', async () => {
    await using folder = await temporaryFolder();
    await using service = await startRole('service', {
      FIELD_DATA_DIR: folder.path,
      FIELD_DATA_RATE_LIMIT_PER_MINUTE: '1',
    });
    const rest = originOf(service, 'REST');
    for (const path of ['/health', '/ready', '/ready']) {
      const response = await fetch(`${rest}${path}`);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const admin = originOf(service, 'Metrics');
    expect(await (await fetch(`${admin}/ready`)).json()).toEqual({ status: 'ready' });
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toMatch(/^fieldgraph_ready 1$/m);
    expect(metrics).not.toMatch(/^fieldgraph_limits_shared /m);
    expect(metrics).toMatch(/^fieldgraph_connections\{port="service"\} \d+$/m);
    expect(metrics).toMatch(/^fieldgraph_requests_in_flight_max \d+$/m);
  });

  it('each is asked by HTTP/1.0 without a Host, as balancers do by default', async () => {
    await using folder = await temporaryFolder();
    await using service = await startRole('service', { FIELD_DATA_DIR: folder.path });
    const rest = originOf(service, 'REST');
    await using gateway = await startRole('gateway', { FIELD_DATA_URL: rest });
    for (const origin of [rest, originOf(gateway, 'GraphQL'), originOf(service, 'Metrics')]) {
      const { hostname, port } = new URL(origin);
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      socket.write('GET /ready HTTP/1.0\r\n\r\n');
      const received = (await Array.fromAsync(socket)).join('');
      expect(received, origin).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('the service says that it is stopping before its port closes, and ends with 0', async () => {
    await using folder = await temporaryFolder();
    await using service = await startRole('service', { FIELD_DATA_DIR: folder.path, DRAIN_DELAY_MS: '3000' });
    const rest = originOf(service, 'REST');
    const ended = once(service.child, 'exit');
    service.child.kill('SIGTERM');
    let ready = await fetch(`${rest}/ready`);
    while (ready.status === 200) ready = await fetch(`${rest}/ready`);
    expect(ready.headers.get('connection')).toBe('close');
    expect(await ready.json()).toEqual({ status: 'unavailable', code: 'STOPPING' });
    expect(await (await fetch(`${originOf(service, 'Metrics')}/metrics`)).text()).toMatch(/^fieldgraph_ready 0$/m);
    expect((await fetch(`${rest}/api/v1/weather?field_id=fld_demo_01`)).status).toBe(200);
    expect((await ended)[0]).toBe(0);
  });

  it.each([
    ['gateway', {}, 'FIELD_DATA_URL must name the service'],
    ['service', { FIELD_DATA_URL: 'http://127.0.0.1:1' }, 'FIELD_DATA_URL must be unset'],
    ['gate', {}, 'Roles are gateway and service'],
  ])('%s with %j is refused in a sentence', async (role, env, sentence) => {
    const child = spawn(process.execPath, [entry, role], {
      env: { PATH: process.env.PATH, ...free, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (told += text));
    const [code] = await once(child, 'close');
    expect(code).toBeGreaterThan(0);
    expect(told).toContain(sentence);
    expect(told).not.toContain(' at ');
  });
});
