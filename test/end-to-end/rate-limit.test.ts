/** GATEWAY_RATE_LIMIT_PER_MINUTE over a socket; the counting itself is proven in test/graph/http/rate-limit/rate.test.ts. */
import { describe, expect, it } from 'vitest';
import { untilFileEnd } from '../support/file-end.ts';
import { post } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const typename = { query: '{ __typename }' };
const weather = { query: '{ field(id: "fld_demo_01") { weather { date } } }' };

it('the gateway counts down in RateLimit headers, then refuses with 429, RATE_LIMITED and Retry-After', async () => {
  await using product = await startProduct({ GATEWAY_RATE_LIMIT_PER_MINUTE: '3' });
  for (const remaining of [2, 1, 0]) {
    const { status, headers } = await post(product.graphUrl, typename);
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=\\d+$`));
  }
  const { status, headers, body } = await post(product.graphUrl, typename);
  expect(status).toBe(429);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect(body?.errors?.[0]?.extensions).toEqual({ code: 'RATE_LIMITED', retryable: true, retryAfterSeconds: seconds });
});

it('a new random key with each request does not avoid the limit', async () => {
  await using product = await startProduct({ GATEWAY_RATE_LIMIT_PER_MINUTE: '3' });
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    statuses.push((await post(product.graphUrl, weather, { authorization: `Bearer random-${index}` })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

it('a key that the service accepted is counted across all its addresses', async () => {
  await using product = await startProduct({ GATEWAY_RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: 'on' });
  const statuses: number[] = [];
  // The first operation makes the key known; it counts only for its address.
  for (let index = 0; index < 6; index += 1) {
    const headers = { ...product.demo, 'x-forwarded-for': `spoofed, 192.0.2.${index}` };
    statuses.push((await post(product.graphUrl, weather, headers)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

it('X-Forwarded-For is ignored unless TRUST_PROXY is on', async () => {
  await using product = await startProduct({ GATEWAY_RATE_LIMIT_PER_MINUTE: '1' });
  const statuses: number[] = [];
  for (let index = 0; index < 2; index += 1) {
    statuses.push((await post(product.graphUrl, typename, { 'x-forwarded-for': `192.0.2.${index}` })).status);
  }
  expect(statuses).toEqual([200, 429]);
});

it('the rate limit is off by default', async () => {
  await using product = await startProduct();
  expect((await post(product.graphUrl, typename)).headers.has('ratelimit')).toBe(false);
});

describe('a caller that a trusted proxy forwards', async () => {
  const limits = { GATEWAY_RATE_LIMIT_PER_MINUTE: '1', FIELD_DATA_RATE_LIMIT_PER_MINUTE: '1' };
  const product = untilFileEnd(await startProduct({ TRUST_PROXY: 'on', ...limits }));
  const ports: Record<string, (forwarded: string) => Promise<number>> = {
    graph: async (forwarded) => (await post(product.graphUrl, typename, { 'x-forwarded-for': forwarded })).status,
    REST: async (forwarded) => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await fetch(`${product.serviceUrl}/api/v1/weather?field_id=fld_demo_01`, { headers })).status;
    },
  };

  it.each([
    ['an address with a port and without', '203.0.113.1:4711', '203.0.113.1', '203.0.113.2'],
    ['an address in brackets, with a port and without', '[2001:db8:1::1]:4711', '[2001:db8:1::1]', '[2001:db8:2::1]'],
    ['addresses in one /64', '2001:db8:3::1', '2001:0DB8:3:0:ffff::9', '2001:db8:3:1::1'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.3', '203.0.113.3', '::ffff:203.0.113.4'],
    [
      'the last address, after others that the caller claims',
      '1.1.1.1, 203.0.113.5:1',
      '[::1]:9,203.0.113.5:2',
      '203.0.113.6',
    ],
  ])('counts as one caller: %s', async (_how, first, same, other) => {
    for (const [port, status] of Object.entries(ports)) {
      expect([port, await status(first), await status(same), await status(other)]).toEqual([port, 200, 429, 200]);
    }
  });

  it('counts as the proxy itself if the proxy forwards no valid address', async () => {
    for (const [port, status] of Object.entries(ports)) {
      const statuses = [await status('unknown'), await status('_hidden:4711'), await status('203.0.113.7:x')];
      expect([port, ...statuses]).toEqual([port, 200, 429, 429]);
    }
  });
});

describe('FIELD_DATA_RATE_LIMIT_EXEMPT', () => {
  const proxy = '127.0.0.0/8';
  const gateways = '10.0.0.0/8';

  it.each<[trustProxy: string, exempt: string, forwarded: string, isCounted: boolean]>([
    ['on', gateways, '10.1.2.3', false],
    ['on', gateways, '192.0.2.1', true],
    ['on', gateways, '10.1.2.3, 192.0.2.1', true],
    // Exempting the network of the proxy exempts no caller that it forwards.
    ['on', proxy, '192.0.2.1', true],
    ['on', proxy, 'unknown', false],
    ['off', gateways, '10.1.2.3', true],
    ['off', proxy, '192.0.2.1', false],
  ])(
    'with TRUST_PROXY=%s and %s, a request forwarded for %s is counted: %s',
    async (trust, exempt, forwarded, counted) => {
      await using product = await startProduct({
        ...{ TRUST_PROXY: trust, FIELD_DATA_RATE_LIMIT_EXEMPT: exempt, FIELD_DATA_RATE_LIMIT_PER_MINUTE: '1' },
      });
      const url = `${product.serviceUrl}/api/v1/weather?field_id=fld_demo_01`;
      const statuses: number[] = [];
      for (let index = 0; index < 2; index += 1) {
        statuses.push((await fetch(url, { headers: { 'x-forwarded-for': forwarded } })).status);
      }
      expect(statuses).toEqual([200, counted ? 429 : 200]);
    },
  );
});
