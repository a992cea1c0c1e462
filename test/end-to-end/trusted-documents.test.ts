/** The whole product with trusted documents: what prevents a start, what still runs, and what metrics and spans report. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { StartRefused } from '../../src/platform/settings/setting-types.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { post, send } from '../support/post.ts';
import { runHere } from '../support/run-here.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const text = 'query High($id: ID!) { field(id: $id) { latestWeather { temperatureMax { unit } } } }';
const digits = createHash('sha256').update(text).digest('hex');
const documentId = `sha256:${digits}`;
const variables = { id: 'fld_demo_01' };
const data = { field: { latestWeather: { temperatureMax: { unit: 'CELSIUS' } } } };

const folder = untilFileEnd(await temporaryFolder());
const manifest = join(folder.path, 'manifest.json');
await writeFile(manifest, JSON.stringify({ [documentId]: text }));
const product = untilFileEnd(
  await startProduct({ TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on', ADMIN_PORT: '0' }),
);

describe('a start', () => {
  it('is refused with a sentence that names file and entry', async () => {
    const bad = join(folder.path, 'bad.json');
    await writeFile(bad, JSON.stringify({ [`sha256:${'0'.repeat(64)}`]: text }));
    const error = await startProduct({ TRUSTED_DOCUMENTS: bad }).catch((reason: unknown) => reason);
    // The process prints its message, and no stack.
    expect(error).toBeInstanceOf(StartRefused);
    const sentence = `${bad}, entry "sha256:${'0'.repeat(64)}", is named by a hash that its text does not have`;
    expect(error).toHaveProperty('message', expect.stringContaining(sentence));
  });

  it.each([
    [{ TRUSTED_DOCUMENTS_ONLY: 'on' }, 'TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS, for example'],
    [{ TRUSTED_DOCUMENTS: 'x', TRUSTED_DOCUMENTS_ONLY: 'on', FEDERATION: 'on' }, 'exclude each other'],
  ])('with %j is refused', async (env, sentence) => {
    expect(await runHere([], { env })).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  });
});

describe('TRUSTED_DOCUMENTS_ONLY', () => {
  it('runs trusted documents by POST and by GET', async () => {
    expect(await post(product.graphUrl, { documentId, variables })).toMatchObject({ status: 200, body: { data } });
    const search = `?${new URLSearchParams({ documentId, variables: JSON.stringify(variables) })}`;
    expect(await send(product.graphUrl, { method: 'GET' }, search)).toMatchObject({ status: 200, body: { data } });
  });

  it('states which text runs, in the error of the command `request`, too', async () => {
    const env = { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on', FIELD_DATA_URL: product.serviceUrl };
    const { code, out } = await runHere(['request', '{ __typename }'], { env });
    expect([code, out]).toEqual([1, expect.stringContaining('or its text, byte for byte.')]);
  });

  it('refuses introspection, but still serves /schema.graphql', async () => {
    const answer = await post(product.graphUrl, { query: getIntrospectionQuery() });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'PERSISTED_DOCUMENT_REQUIRED' } }] },
    });
    expect((await fetch(`${product.graphUrl}/schema.graphql`)).status).toBe(200);
  });

  it('serves no GraphiQL, because no text that is typed into it would run', async () => {
    const page = await fetch(`${product.graphUrl}/graphql`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(406);
    expect((await fetch(`${product.graphUrl}/`, { redirect: 'manual' })).status).toBe(404);
  });

  it('accepts a URL of 8,000 bytes, and longer variables by POST', async () => {
    const search = (length: number) =>
      `?${new URLSearchParams({ documentId, variables: JSON.stringify({ ...variables, pad: 'x'.repeat(length) }) })}`;
    expect((await send(product.graphUrl, { method: 'GET' }, search(7_800))).status).toBe(200);
    expect(
      (await post(product.graphUrl, { documentId, variables: { ...variables, pad: 'x'.repeat(20_000) } })).status,
    ).toBe(200);
  });

  it('counts in metrics the trusted documents and the clients that sent them', async () => {
    const headers = { 'graphql-client-name': 'field-app', 'graphql-client-version': '1.2' };
    await post(product.graphUrl, { documentId, variables }, headers);
    await post(product.graphUrl, { query: '{ __typename }' }, { 'graphql-client-name': 'never-ran' });
    const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^fieldgraph_trusted_documents 1$/m);
    expect(metrics).toMatch(/^fieldgraph_trusted_documents_bytes [1-9]\d+$/m);
    expect(metrics).toMatch(/^fieldgraph_client_operations_total\{client="field-app",version="1.2"\} 1$/m);
    expect(metrics).toMatch(/^fieldgraph_client_operations_total\{client="other",version=""\} 1$/m);
    expect(metrics).toMatch(/^fieldgraph_refused_operations_total\{reason="PERSISTED_DOCUMENT_REQUIRED"\} [1-9]/m);
  });
});

describe('a span of an operation', () => {
  it('has the name and type of the operation, the hash of its document and the client', async () => {
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    {
      await using traced = await startProduct({ TRUSTED_DOCUMENTS: manifest });
      await post(traced.graphUrl, { documentId, variables }, { 'apollographql-client-name': 'field-app' });
    }
    trace.disable();
    const span = exporter.getFinishedSpans().find(({ kind, name }) => kind === SpanKind.SERVER && name === 'query');
    expect(span?.attributes).toMatchObject({
      'graphql.operation.name': 'High',
      'graphql.operation.type': 'query',
      'graphql.document.hash': documentId,
      'fieldgraph.client.name': 'field-app',
    });
  });
});
