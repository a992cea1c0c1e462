/** The gateway and the service as separate processes: what each serves and refuses, and how it drains. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readMetric } from '../support/metric.ts';
import { post } from '../support/post.ts';
import { startProcess } from '../support/product-process.ts';
import { runHere } from '../support/run-here.ts';

const startRole = (role: string, env: Record<string, string> = {}) => startProcess({ words: [role], env });

describe('with separate roles', () => {
  it('gateway and service serve what one process serves, and answer HTTP/1.0 without a Host, as load balancers send it', async () => {
    await using service = await startRole('service');
    const rest = service.serviceUrl;
    expect(service.banner.has('GraphQL')).toBe(false);
    // Kubernetes sets this variable next to a Service of that name.
    const injected = { FIELD_DATA_PORT: 'tcp://10.0.0.1:4001' };
    await using gateway = await startRole('gateway', { FIELD_DATA_URL: rest, ...injected });
    expect(gateway.banner.has('REST')).toBe(false);
    const mutation = `mutation { addObservation(input: { idempotencyKey: "roles-1", fieldId: "fld_demo_01", text: "Apart." }) {
      __typename ... on AddObservationSuccess { field { latestWeather { date } observations(limit: 1) { text } } } } }`;
    const { body } = await post(gateway.graphUrl, { query: mutation }, service.demo);
    expect(body).toMatchObject({
      data: {
        addObservation: {
          __typename: 'AddObservationSuccess',
          field: { latestWeather: { date: expect.any(String) }, observations: [{ text: 'Apart.' }] },
        },
      },
    });
    for (const origin of [rest, gateway.graphUrl, service.adminUrl]) {
      const { hostname, port } = new URL(origin);
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      socket.write('GET /ready HTTP/1.0\r\n\r\n');
      const received = (await Array.fromAsync(socket)).join('');
      expect(received, origin).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('the service reports readiness and metrics, and reports STOPPING before its port closes', async () => {
    // Longer than the test: test/cluster tests the exit after the delay.
    const drain = { DRAIN_MS: '3600000', DRAIN_DELAY_MS: '3000000' };
    await using service = await startRole('service', { FIELD_DATA_RATE_LIMIT_PER_MINUTE: '1', ...drain });
    const rest = service.serviceUrl;
    for (const path of ['/health', '/ready', '/ready']) {
      const response = await fetch(`${rest}${path}`);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(await (await fetch(`${service.adminUrl}/ready`)).json()).toEqual({ status: 'ready' });
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^fieldgraph_ready 1$/m);
    expect(metrics).not.toMatch(/^fieldgraph_limits_shared /m);
    expect(metrics).toMatch(/^fieldgraph_connections\{port="service"\} \d+$/m);
    expect(metrics).toMatch(/^fieldgraph_requests_in_flight_max \d+$/m);
    service.child.kill('SIGTERM');
    let ready = await fetch(`${rest}/ready`);
    for (; ready.status === 200; ready = await fetch(`${rest}/ready`)) await wait(20);
    expect(ready.headers.get('connection')).toBe('close');
    expect(await ready.json()).toEqual({ status: 'unavailable', code: 'STOPPING' });
    expect(await readMetric(service.adminUrl, 'ready')).toBe(0);
    expect((await fetch(`${rest}/api/v1/weather?field_id=fld_demo_01`)).status).toBe(200);
  });

  it('the service counts requests by route and status, unknown paths as "other", and no health checks', async () => {
    await using service = await startRole('service');
    const get = (path: string) => fetch(`${service.serviceUrl}${path}`);
    for (const path of ['/health', '/ready', '/docs/theme.css', '/fds_test_1', '/problems/fds_test_2']) await get(path);
    for (const path of ['/problems/unavailable', '/problems/un%61vailable']) await get(path);
    for (const id of ['fld_demo_01', 'fld_demo_02', 'fld_none']) await get(`/api/v1/weather?field_id=${id}`);
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    expect(metrics.match(/^fieldgraph_service_requests_total.+$/gm)?.toSorted()).toEqual([
      'fieldgraph_service_requests_total{method="GET",path="/api/v1/weather",status="200"} 2',
      'fieldgraph_service_requests_total{method="GET",path="/api/v1/weather",status="404"} 1',
      'fieldgraph_service_requests_total{method="GET",path="/problems/unavailable",status="200"} 1',
      'fieldgraph_service_requests_total{method="GET",path="other",status="200"} 1',
      'fieldgraph_service_requests_total{method="GET",path="other",status="404"} 2',
    ]);
    expect(metrics).toMatch(/^fieldgraph_service_request_duration_seconds_count\{path="\/api\/v1\/weather"\} 3$/m);
    expect(metrics).toMatch(
      /^fieldgraph_service_request_duration_seconds_bucket\{le="10",path="\/api\/v1\/weather"\} 3$/m,
    );
  });

  it.each([
    ['gateway', {}, 'FIELD_DATA_URL must name the service'],
    ['service', { FIELD_DATA_URL: 'http://127.0.0.1:1' }, 'FIELD_DATA_URL must be unset'],
    ['gate', {}, 'Roles are gateway and service'],
  ])('the role %s with %j is refused with one sentence', async (role, env, sentence) => {
    const { code, err } = await runHere([role], { env });
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(sentence);
    expect(err).not.toContain(' at ');
  });
});
