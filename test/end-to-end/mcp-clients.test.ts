/** Third-party clients use the graph as MCP tools: the conformance suite, the inspector, and a client of an older version. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../support/running.ts';

const at = (path: string) => fileURLToPath(new URL(`../mcp-clients/${path}`, import.meta.url));
const packages = at('node_modules/@modelcontextprotocol');
/** `npm ci --prefix test/mcp-clients` installs them. */
const installed = existsSync(packages);
const id = 'fld_demo_01';

const run = (file: string, args: string[]) =>
  promisify(execFile)(process.execPath, [file, ...args], { maxBuffer: 16 * 1024 * 1024 });

/** The part of the client of @modelcontextprotocol/sdk 1 that is used here. */
interface OldClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: object): Promise<{ structuredContent?: object; isError?: boolean }>;
  readResource(read: object): Promise<{ contents: { text: string }[] }>;
  close(): Promise<void>;
}

describe.skipIf(!installed)('the endpoint /mcp', () => {
  let product: Product;
  let url: string;

  beforeAll(async () => {
    product = await startProduct({ MCP: 'on', MCP_WRITES: 'on' });
    url = `${product.graphUrl}/mcp`;
  });

  afterAll(() => product[Symbol.asyncDispose]());

  it.each(['2026-07-28', '2025-11-25'])(
    'meets all requirements of version %s, except the scenarios that are listed by name',
    async (version) => {
      const listed = at(`expected-failures-${version}.yaml`);
      const suite = `${packages}/conformance/dist/index.js`;
      const args = ['server', '--url', url, '--requirements', version, '--expected-failures', listed];
      const { stdout } = await run(suite, args);
      expect(stdout).toContain('Baseline check passed');
    },
  );

  it('lets the inspector list the tools and call one', async () => {
    const inspector = `${packages}/inspector/clients/launcher/build/index.js`;
    const inspect = async (...args: string[]) =>
      JSON.parse((await run(inspector, ['--cli', url, '--transport', 'http', '--method', ...args])).stdout);
    expect((await inspect('tools/list')).tools).toContainEqual(expect.objectContaining({ name: 'list_observations' }));
    const call = [
      'tools/call',
      '--tool-name',
      'list_observations',
      '--tool-arg',
      `fieldId=${id}`,
      '--tool-arg',
      'limit=2',
    ];
    const { structuredContent } = await inspect(...call);
    expect(structuredContent.data.field.observations.edges).toHaveLength(2);
  });

  it('lets a client of version 2025-11-25 list tools, call them and read resources, and reports its errors', async () => {
    const { Client } = await import(`${packages}/sdk/dist/esm/client/index.js`);
    const { StreamableHTTPClientTransport } = await import(`${packages}/sdk/dist/esm/client/streamableHttp.js`);
    const client: OldClient = new Client({ name: 'old', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: product.demo } });
    await client.connect(transport);
    expect(transport.protocolVersion).toBe('2025-11-25');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add_observation');
    // The client itself validates each reply against the tool's output schema.
    const read = await client.callTool({ name: 'list_observations', arguments: { fieldId: id, limit: 1 } });
    expect(read.structuredContent).toMatchObject({ data: { field: { id } } });
    const note = { idempotencyKey: 'mcp-1', fieldId: id, text: 'Rust on the flag leaves.' };
    const written = await client.callTool({ name: 'add_observation', arguments: note });
    expect(written.structuredContent).toMatchObject({ data: { addObservation: { replayed: false } } });
    expect(await client.callTool({ name: 'list_observations', arguments: {} })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    const { contents } = await client.readResource({ uri: 'fieldgraph://errors' });
    expect(contents[0]?.text).toContain('RATE_LIMITED');
    await client.close();
  });
});
