/** A further read of the service takes two new files and two lines. The tests add one to a copy of the source, compile it and serve it. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { compile, compileFiles, copySource, writeContract } from '../../support/source-copy.ts';

/** The endpoint, as the contract describes it. */
const describedPath = `
  /api/v1/soil-samples:
    get:
      operationId: getSoilSamples
      parameters:
        - $ref: '#/components/parameters/FieldIdParameter'
        - $ref: '#/components/parameters/WindowLimit'
      responses:
        '200':
          description: Soil samples.
          content:
            application/json:
              schema:
                type: object
                required: [data]
                properties:
                  data: { type: array, items: { $ref: '#/components/schemas/SoilSample' } }
`;
const describedSchema = `
    SoilSample:
      type: object
      required: [id, field_id, ph]
      properties:
        id: { type: string }
        field_id: { $ref: '#/components/schemas/FieldId' }
        ph: { type: number }
`;

const newFiles = {
  'src/graph/reads/soil-samples.ts': `
import type { ByteList } from '../../executor/byte-list.ts';
import type { RecordOf } from './declaration.ts';
import { read } from './read.ts';
import { fieldOnly, shapeOf } from './shape.ts';

export type SoilSample = RecordOf<'/api/v1/soil-samples'>;

export const soilSamples = read('/api/v1/soil-samples', {
  name: 'soil-samples',
  key: { field_id: true, limit: true },
  record: shapeOf<SoilSample>({ id: 'string', ph: 'number' }),
  expected: fieldOnly,
  recordBytes: 100,
  expectedRecords: () => 25,
  value: ({ records }): ByteList<SoilSample> => records(),
});
`,
  'src/graph/schema/soil-samples/list.ts': `
import type { SoilSample as SoilSampleShape } from '../../reads/soil-samples.ts';
import { builder } from '../builder.ts';
import { Field } from '../field.ts';

const SoilSample = builder.objectRef<SoilSampleShape>('SoilSample').implement({
  fields: (t) => ({ id: t.exposeID('id', { nullable: false }), ph: t.exposeFloat('ph', { nullable: false }) }),
});

builder.objectFields(Field, (t) => ({
  soilSamples: t.field({
    type: [SoilSample],
    nullable: { list: true, items: false },
    extensions: { upstreamCalls: 1, records: () => ({ key: 'soilSamples', records: 25 }) },
    resolve: ({ id }, _args, { loaders }) => loaders.soilSamples.load({ field_id: id }),
  }),
}));
`,
};
const newLines = {
  'src/graph/reads/reads.ts': "export { soilSamples } from './soil-samples.ts';\n",
  'src/graph/schema/schema.ts': "import './soil-samples/list.ts';\n",
};

/** Queries the gateway of the copy, over a service with one response, and prints the answer and the calls. */
const serving = `
import { createGateway } from './src/graph/gateway.ts';
import { endpoints } from './src/graph/reads/client.ts';
import { UpstreamResponse } from './src/graph/upstream/response.ts';
import { gatewayOptions } from './test/support/gateway.ts';

const calls: string[] = [];
const gateway = createGateway({
  ...gatewayOptions,
  fetch: async ({ endpoint, url }) => {
    calls.push(endpoint + ' ' + url);
    const data = [{ id: 'soil_1', field_id: 'fld_1', ph: 6.5 }];
    return new UpstreamResponse(200, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify({ data })));
  },
});
const query = '{ field(id: "fld_1") { soilSamples { id ph } same: soilSamples { id } } }';
const response = await gateway.fetch(
  new Request('http://graph.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  }),
);
console.log(JSON.stringify({ answer: await response.json(), calls, reads: endpoints.reads }));
`;

/** The compiler shares the machine with other tests. */
const timeout = 300_000;

let folder: string;
const before = new Map<string, string>();

beforeAll(async () => {
  const support = ['default-limits', 'file-end', 'gateway', 'recorded-service', 'scripted-fetch'];
  folder = copySource(...support.map((name) => `test/support/${name}.ts`));
  const yaml = readFileSync(new URL('../../../schema/openapi.yaml', import.meta.url), 'utf8');
  await writeContract(
    folder,
    yaml
      .replace('\npaths:\n', () => `\npaths:${describedPath}`)
      .replace('\n  schemas:\n', () => `\n  schemas:${describedSchema}`),
  );
  for (const [path, text] of filesOf(folder)) before.set(path, text);
  for (const [path, text] of Object.entries(newFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const [path, line] of Object.entries(newLines)) {
    const text = before.get(path) ?? '';
    // After the last line of its kind.
    const at = text.lastIndexOf('\n', text.lastIndexOf(line.startsWith('import') ? "\nimport '../" : '\nexport {') + 1);
    const end = text.indexOf('\n', at + 1) + 1;
    writeFileSync(join(folder, path), text.slice(0, end) + line + text.slice(end));
  }
});

function filesOf(root: string): [string, string][] {
  const paths = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  return paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]);
}

it('a further read takes two new files and two lines', () => {
  const after = filesOf(folder);
  expect(
    after
      .filter(([path]) => !before.has(path))
      .map(([path]) => path)
      .sort(),
  ).toEqual(Object.keys(newFiles));
  const changed = after.filter(([path, text]) => before.has(path) && before.get(path) !== text);
  const lineCount = (text = '') => text.split('\n').length;
  expect(changed.map(([path, text]) => [path, lineCount(text) - lineCount(before.get(path))]).sort()).toEqual([
    ['src/graph/reads/reads.ts', 1],
    ['src/graph/schema/schema.ts', 1],
  ]);
});

it('a further read compiles', { timeout }, async () => {
  expect(await compile(folder)).toEqual([]);
});

it('a further read is served, loaded once, and called under its own name', async () => {
  writeFileSync(join(folder, 'serve.ts'), serving);
  const { stdout } = await promisify(execFile)(process.execPath, ['serve.ts'], { cwd: folder });
  const { answer, calls, reads } = JSON.parse(stdout);
  expect(answer).toEqual({ data: { field: { soilSamples: [{ id: 'soil_1', ph: 6.5 }], same: [{ id: 'soil_1' }] } } });
  expect(calls).toEqual(['soil-samples http://service.test/api/v1/soil-samples?field_id=fld_1']);
  expect(reads).toContain('soil-samples');
});

it('a parameter missing from the key of a further read is a type error', { timeout }, async () => {
  const path = 'src/graph/reads/soil-samples.ts';
  writeFileSync(join(folder, path), newFiles[path].replace('field_id: true, limit: true', 'field_id: true'));
  expect(await compileFiles(folder, [path])).toContainEqual(expect.stringMatching(`^${path}.* 'limit' is missing`));
});
