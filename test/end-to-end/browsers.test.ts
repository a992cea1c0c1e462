/** What a web page can send from a visitor's browser and what it may read: methods, media types, origins and headers. */
import { request as nodeRequest } from 'node:http';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { untilFileEnd } from '../support/file-end.ts';
import { post, send } from '../support/post.ts';
import { type Product, startProduct } from '../support/running.ts';

const listed = 'https://app.example.com';
/** Origins of apps, by Capacitor on iOS and Tauri, and of extensions. */
const apps = ['capacitor://localhost', 'tauri://localhost', 'chrome-extension://abcdefghijklmnop'];
const product = untilFileEnd(await startProduct());
const restricted = untilFileEnd(
  await startProduct({ DEMO: 'off', CORS_ORIGINS: [listed, ...apps].join(), INTROSPECTION: 'off', GRAPHIQL: 'off' }),
);
const query = '{ __typename }';
const mutation =
  'mutation { addObservation(input: { idempotencyKey: "k", fieldId: "fld_demo_60", text: "t" }) { __typename } }';

describe('the graph, called by a web page', () => {
  it.each([
    ['application/x-www-form-urlencoded', new URLSearchParams({ query: mutation }).toString()],
    ['text/plain', JSON.stringify({ query: mutation })],
    ['text/plain; application/json', JSON.stringify({ query: mutation })],
    ['text/plain, application/json', JSON.stringify({ query: mutation })],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: mutation })}\r\n--x--`,
    ],
    ['application/graphql', mutation],
    ['application/json; charset=utf-16', JSON.stringify({ query: mutation })],
    ['application/jsonp', JSON.stringify({ query: mutation })],
  ])('refuses a POST of %s with 415', async (contentType, body) => {
    const answer = await send(product.graphUrl, { method: 'POST', body, headers: { 'content-type': contentType } });
    expect(answer.status).toBe(415);
    expect(answer.body?.errors?.[0]?.extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('refuses a POST without a media type with 415', async () => {
    const body = new Blob([JSON.stringify({ query })]);
    const { status } = await fetch(`${product.graphUrl}/graphql`, { method: 'POST', body });
    expect(status).toBe(415);
  });

  // The last comes from a page that sets `Content-Type` over a library that sets `content-type`.
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json, application/json',
  ])('accepts a POST of %s', async (contentType) => {
    const answer = await post(product.graphUrl, { query }, { 'content-type': contentType });
    expect(answer).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
  });

  it('refuses a mutation by GET with 405 and writes nothing, even if operationName selects it', async () => {
    const both = `query Read { __typename } ${mutation.replace('mutation', 'mutation Write')}`;
    for (const search of [
      `?query=${encodeURIComponent(mutation)}`,
      `?operationName=Write&query=${encodeURIComponent(both)}`,
    ]) {
      const answer = await send(product.graphUrl, { method: 'GET', headers: product.demo }, search);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      expect(answer.body?.errors?.[0]?.extensions.code).toBe('METHOD_NOT_ALLOWED');
    }
    const { body } = await post(
      product.graphUrl,
      { query: '{ field(id: "fld_demo_60") { observations { id } } }' },
      product.demo,
    );
    expect(body?.data).toEqual({ field: { observations: [] } });
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s with 405', async (method) => {
    const answer = await send(product.graphUrl, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(answer.body?.errors?.[0]?.extensions.code).toBe('METHOD_NOT_ALLOWED');
  });
});

function preflight(url: string, origin: string, requestedHeaders: string): Promise<Response> {
  // With the client of Node.js, because fetch does not send these headers.
  return new Promise((resolve, reject) => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': Buffer.from(requestedHeaders).toString('latin1'),
    };
    const sent = nodeRequest(url, { method: 'OPTIONS', headers }, (answer) => {
      answer.resume();
      const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
      resolve(new Response(null, { status: answer.statusCode ?? 0, headers: pairs }));
    });
    sent.on('error', reject).end();
  });
}

describe('cross-origin access', () => {
  async function allowed(graphUrl: string, origin: string): Promise<string | null> {
    const preflight = await fetch(`${graphUrl}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    const answer = await post(graphUrl, { query }, { origin });
    expect(preflight.status).toBe(204);
    for (const { headers } of [preflight, answer]) {
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
    expect(answer.headers.get('access-control-allow-origin')).toBe(
      preflight.headers.get('access-control-allow-origin'),
    );
    return answer.headers.get('access-control-allow-origin');
  }

  it.each(['http://localhost:5173', 'http://127.0.0.1:3000', 'https://localhost', 'http://[::1]:8080'])(
    'lets a page of %s call only while the demo runs',
    async (origin) => {
      expect(await allowed(product.graphUrl, origin)).toBe(origin);
      expect(await allowed(restricted.graphUrl, origin)).toBeNull();
    },
  );

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost:1@evil.example',
    'null',
  ])('never lets a page of %s call', async (origin) => {
    expect(await allowed(product.graphUrl, origin)).toBeNull();
    expect(await allowed(restricted.graphUrl, origin)).toBeNull();
  });

  it.each(apps)('lets an app of %s call if CORS_ORIGINS lists it', async (origin) => {
    expect(await allowed(product.graphUrl, origin)).toBeNull();
    expect(await allowed(restricted.graphUrl, origin)).toBe(origin);
  });

  it('lets a page of an origin in CORS_ORIGINS call and read the headers that it needs', async () => {
    expect(await allowed(restricted.graphUrl, listed)).toBe(listed);
    expect(await allowed(restricted.graphUrl, `${listed}:444`)).toBeNull();
    const { headers } = await post(restricted.graphUrl, { query }, { origin: listed });
    expect(headers.get('access-control-expose-headers')).toBe(
      'Age, Date, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
    );
    const preflight = await fetch(`${restricted.graphUrl}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: listed, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-request-id');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
  });

  it.each([
    'apollographql-client-name,apollographql-client-version,authorization,content-type',
    'content-type, traceparent, tracestate',
    'if-none-match',
    'x-whatever-a-library-sends',
  ])('lets a page send the request headers of its libraries: %s', async (requestedHeaders) => {
    for (const url of [`${product.graphUrl}/graphql`, `${product.serviceUrl}/api/v1/observations`]) {
      const { status, headers } = await preflight(url, 'http://localhost:5173', requestedHeaders);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-headers')).toBe(requestedHeaders);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Access-Control-Request-Headers');
    }
  });

  it.each(['a b', 'x: y', '*,\u00e9', 'x'.repeat(1_025), ',', '"x"'])(
    'does not echo requested headers that are not a list of names: %j',
    async (requestedHeaders) => {
      for (const url of [`${product.graphUrl}/graphql`, `${product.serviceUrl}/api/v1/observations`]) {
        const { headers } = await preflight(url, 'http://localhost:5173', requestedHeaders);
        expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-request-id');
      }
    },
  );

  it('lets only pages of the same origins call the REST port and read the headers that they need', async () => {
    const list = (base: Product, origin: string) =>
      fetch(`${base.serviceUrl}/api/v1/observations?field_id=fld_demo_01`, { headers: { origin } });
    for (const [base, origin] of [
      [product, 'http://localhost:5173'],
      [restricted, listed],
    ] as const) {
      const { headers } = await list(base, origin);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual([
        'Age',
        'Date',
        'Deprecation',
        'ETag',
        'Idempotent-Replayed',
        'Link',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'Sunset',
        'X-Request-Id',
      ]);
    }
    for (const [base, origin] of [
      [product, 'https://evil.example'],
      [restricted, 'http://localhost:5173'],
    ] as const) {
      const { headers } = await list(base, origin);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('vary')).toBe('Authorization, Origin');
      const response = await preflight(`${base.serviceUrl}/api/v1/observations`, origin, 'idempotency-key');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('lets a page write over REST: only the write itself needs a key, and the page can read its refusal', async () => {
    const origin = 'http://localhost:5173';
    const url = `${product.serviceUrl}/api/v1/observations`;
    const response = await preflight(url, origin, 'authorization,content-type,idempotency-key');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    const body = JSON.stringify({ field_id: 'fld_demo_60', text: 'From a page.' });
    const headers = { origin, 'content-type': 'application/json', 'idempotency-key': 'page-1' };
    const written = await fetch(url, { method: 'POST', headers: { ...headers, ...product.demo }, body });
    expect([written.status, written.headers.get('access-control-allow-origin')]).toEqual([201, origin]);
    const refused = await fetch(url, { method: 'POST', headers, body });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
  });

  it('lets a page read the refusal of a malformed request', async () => {
    const { status, headers } = await send(restricted.graphUrl, {
      method: 'POST',
      body: '{',
      headers: { origin: listed },
    });
    expect(status).toBe(400);
    expect(headers.get('access-control-allow-origin')).toBe(listed);
  });
});

describe('the GraphiQL page', () => {
  const page = (graphUrl: string) =>
    fetch(`${graphUrl}/graphql`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

  it('loads nothing from other hosts and cannot be framed', async () => {
    const { status, headers } = await page(product.graphUrl);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('is not served with GRAPHIQL=off', async () => {
    const { status, headers } = await page(restricted.graphUrl);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('json');
  });
});

describe('the schema', () => {
  it('can be introspected with the query of GraphiQL', async () => {
    const { body } = await post(product.graphUrl, {
      query: getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }),
    });
    expect(buildClientSchema(body?.data as IntrospectionQuery).getQueryType()?.name).toBe('Query');
  });

  it('cannot be introspected with INTROSPECTION=off, and no error message suggests its names', async () => {
    const { status, body } = await post(restricted.graphUrl, { query: '{ __schema { types { name } } }' });
    expect(status).toBe(400);
    expect(body?.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const typos = [
      { query: '{ fild(id: "fld_a") { id } }' },
      { query: '{ field(id: "fld_a") { weathr { date } } }' },
      { query: '{ field(id: "fld_a") { weather(granularity: DAYLY) { date } } }' },
      {
        query: 'query ($g: WeatherGranularity!) { field(id: "fld_a") { weather(granularity: $g) { date } } }',
        variables: { g: 'DAYLY' },
      },
    ];
    for (const typo of typos) {
      const open = await post(product.graphUrl, typo);
      const closed = await post(restricted.graphUrl, typo);
      expect(JSON.stringify(open.body)).toContain('Did you mean');
      expect(JSON.stringify(closed.body)).not.toContain('Did you mean');
      expect(closed.body?.errors).not.toHaveLength(0);
    }
  });

  it('still answers __typename with INTROSPECTION=off, because clients add it to every selection', async () => {
    expect((await post(restricted.graphUrl, { query })).body).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('replies', () => {
  /** Without fetch, which requests compression and decompresses by itself. */
  function encodingOf(
    acceptEncoding: string,
    text: string,
  ): Promise<{ encoding?: string; vary?: string; bytes: number }> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'accept-encoding': acceptEncoding };
      const sent = nodeRequest(`${product.graphUrl}/graphql`, { method: 'POST', headers }, (response) => {
        let bytes = 0;
        response.on('data', (chunk) => {
          bytes += chunk.length;
        });
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], vary: response.headers.vary, bytes }),
        );
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ query: text }));
    });
  }

  const large =
    '{ field(id: "fld_demo_01") { weather { startsAt endsAt temperatureMin { value unit } temperatureMax { value unit } } } }';

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=1, br;q=0.1', 'gzip'],
    ['*', 'br'],
    ['deflate', undefined],
    ['br;q=0', undefined],
    ['identity', undefined],
  ])('over 1 KiB are compressed as the caller accepts: %s gives %s', async (accepted, encoding) => {
    const plain = await encodingOf('identity', large);
    const answer = await encodingOf(accepted, large);
    expect(answer.encoding).toBe(encoding);
    expect(answer.vary).toContain('Accept-Encoding');
    if (encoding) expect(answer.bytes).toBeLessThan(plain.bytes / 2);
    else expect(answer.bytes).toBe(plain.bytes);
  });

  it('are not compressed if they have only a few bytes', async () => {
    expect((await encodingOf('br', query)).encoding).toBeUndefined();
  });

  it('have the same content with and without compression', async () => {
    const { body } = await post(product.graphUrl, { query: large }, { 'accept-encoding': 'gzip' });
    expect(body).toEqual((await post(product.graphUrl, { query: large }, { 'accept-encoding': 'identity' })).body);
  });

  it('to a POST are not cached, and browsers do not guess their media type', async () => {
    const { headers } = await post(product.graphUrl, { query });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
