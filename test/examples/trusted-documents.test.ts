/** Apollo Client, urql and Relay with trusted documents: each sends only hashes, to a graph that runs nothing else. */
import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readDocuments } from '../../src/graph/capabilities/trusted-documents/files.ts';
import { type Mishap, mishaps, startBrokenProxy } from '../support/broken-proxy.ts';
import { exampleEnv, examplesFolder, installed, runExample } from '../support/examples.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const examples = ['trusted-documents', 'trusted-relay'];
const manifestOf = (example: string) =>
  fileURLToPath(new URL(`${example}/__generated__/persisted-documents.json`, examplesFolder));

const folder = untilFileEnd(await temporaryFolder());
for (const example of examples) await copyFile(manifestOf(example), join(folder.path, `${example}.json`));
const product = untilFileEnd(await startProduct({ TRUSTED_DOCUMENTS: folder.path, TRUSTED_DOCUMENTS_ONLY: 'on' }));

/** Runs an example through a proxy, and returns its output and its requests. */
async function seen(example: string) {
  await using proxy = await startBrokenProxy(product.graphUrl);
  const requests: string[] = [];
  const look: Mishap = (request: IncomingMessage, response, forward) => {
    const { searchParams } = new URL(request.url ?? '', proxy.url);
    requests.push(`${request.method} ${[...searchParams.keys()].sort().join(' ')}`);
    return mishaps.none(request, response, forward);
  };
  proxy.mishaps.push(...Array.from({ length: 9 }, () => look));
  const { code, lines, stderr } = await runExample(example, [], {
    ...exampleEnv(product),
    FIELDGRAPH_URL: `${proxy.url}/graphql`,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return { lines, requests };
}

describe.skipIf(!installed)('clients of trusted documents', () => {
  it('Apollo Client sends the hash of its own protocol, urql a documentId, both by GET and without the document', async () => {
    const { lines, requests } = await seen('trusted-documents');
    expect(lines).toEqual([
      expect.stringMatching(/^Apollo Client, by hash: fld_demo_01, high -?\d+\.\d CELSIUS$/),
      expect.stringMatching(/^urql, by documentId: [1-9]\d* scenes$/),
    ]);
    expect(requests).toEqual(['GET extensions operationName variables', 'GET documentId variables']);
  });

  it.each([true, false])(
    'an unknown hash does not affect other queries of Apollo Client (only trusted: %s)',
    async (isOnly) => {
      await using other = await startProduct({ TRUSTED_DOCUMENTS: folder.path });
      const { graphUrl } = isOnly ? product : other;
      const load = (file: string) => import(new URL(`trusted-documents/${file}.ts`, examplesFolder).href);
      const [{ createApolloClient }, { Today, Season }] = await Promise.all([load('apollo'), load('documents')]);
      await using proxy = await startBrokenProxy(graphUrl);
      const methods: unknown[] = [];
      const look: Mishap = (request: IncomingMessage, ...more) => {
        methods.push(request.method);
        return mishaps.none(request, ...more);
      };
      proxy.mishaps.push(...Array.from({ length: 9 }, () => look));
      const client = createApolloClient(`${proxy.url}/graphql`, {});
      const stale = { ...Season, __meta__: { hash: `sha256:${'0'.repeat(64)}` } };
      const errorOf = async (query: object, id: string) => (await client.query({ query, variables: { id } })).error;
      expect(await errorOf(Today, 'fld_demo_01')).toBeUndefined();
      const error = isOnly ? expect.objectContaining({ message: expect.stringContaining('Only deployed') }) : undefined;
      expect(await errorOf(stale, 'fld_demo_01')).toEqual(error);
      for (const id of ['fld_demo_02', 'fld_demo_03']) expect(await errorOf(Today, id)).toBeUndefined();
      // Hashes are sent by GET, documents by POST.
      expect(methods).toEqual(['GET', 'GET', 'POST', 'GET', 'GET']);
    },
  );

  it('Relay sends a documentId by GET and without the document', async () => {
    const { lines, requests } = await seen('trusted-relay');
    expect(lines).toEqual([expect.stringMatching(/^Relay, by documentId: fld_demo_01, high -?\d+\.\d CELSIUS$/)]);
    expect(requests).toEqual(['GET documentId variables']);
  });

  it('the artifacts and the manifest of Relay are what its compiler generates', async () => {
    const compiler = fileURLToPath(new URL('node_modules/relay-compiler/cli.js', examplesFolder));
    const cwd = fileURLToPath(new URL('trusted-relay', examplesFolder));
    const validated = promisify(execFile)(process.execPath, [compiler, '--validate'], { cwd });
    await expect(validated).resolves.toBeDefined();
  });
});

it('the gateway reads the manifests of trusted documents as their tools write them', async () => {
  for (const [example, count] of [
    ['trusted-documents', 2],
    ['trusted-relay', 1],
  ] as const) {
    expect(await readDocuments(manifestOf(example))).toHaveLength(count);
  }
});
