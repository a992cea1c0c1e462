/**
 * Runs Specmatic, a third-party contract tool: it sends valid and invalid requests made from the description, and checks the responses.
 * Run by `npm run test:full -- specmatic`; needs Java 17; exits 1 on any violation.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFieldDataService } from '../../src/field-data/server.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { listen } from '../../src/platform/server/listen.ts';

interface Parameter {
  $ref?: string;
  name?: string;
  schema?: object;
}

/**
 * Removes what the tool cannot know (`to` after `from`, a key per body, `prefixItems`, format with pattern, `explode: false`), and optional
 * headers and properties, of which it tries all combinations for hours. Our own tests check responses against the whole description.
 */
function descriptionForTool(): object {
  const document = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
  delete document.paths['/openapi.json'];
  for (const path of Object.values<Record<string, { parameters?: Parameter[] }>>(document.paths)) {
    for (const operation of Object.values(path)) {
      operation.parameters = operation.parameters?.filter(
        ({ $ref = '' }) => !/(IfNoneMatch|KnownETags|RequestId|To|From)$/.test($ref),
      );
      for (const parameter of operation.parameters ?? []) {
        if (parameter.name === 'Idempotency-Key') parameter.schema = { type: 'string', minLength: 16 };
      }
    }
  }
  const id = 'fld_[0-9A-Za-z._~-]{1,128}';
  Object.assign(document.components.parameters.FieldIdsParameter, {
    schema: { type: 'string', pattern: `^${id},${id}$` },
    example: 'fld_demo_01,fld_demo_02',
  });
  const { properties } = document.components.schemas.ObservationInput;
  for (const name of Object.keys(properties)) {
    if (!['field_id', 'text', 'category', 'severity', 'observed_at'].includes(name)) delete properties[name];
  }
  return document;
}

const dictionary = {
  PARAMETERS: { QUERY: { field_id: 'fld_demo_01', field_ids: 'fld_demo_01,fld_demo_02' } },
  ObservationInput: { field_id: 'fld_demo_01', observed_at: '2026-05-01T12:00:00Z' },
};

// Fewer means that the tool stopped early or made no requests.
const succeededMin = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'specmatic-'));
const service = await createFieldDataService({
  dataDir: join(folder, 'data'),
  demo: true,
  readsRequireKey: false,
  rateLimitPerMinute: 0,
  log: createLog('error'),
});
const listener = await listen(service.handle, { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });

// A cursor must be an id that the service returned.
const notes = await fetch(`${listener.url}/api/v1/observations?field_id=fld_demo_01&limit=1`);
const { data } = (await notes.json()) as { data: { id: string }[] };
Object.assign(dictionary.PARAMETERS.QUERY, { cursor: data[0]?.id });
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(descriptionForTool()));
writeFileSync(join(folder, 'openapi_dictionary.json'), JSON.stringify(dictionary));

const jar = new URL('node_modules/specmatic/specmatic.jar', import.meta.url).pathname;
const child = spawn('java', ['-jar', jar, 'test', 'openapi.json', `--testBaseURL=${listener.url}`], {
  cwd: folder,
  // The tool reads the token of a security scheme from the variable of its name.
  env: { PATH: process.env.PATH, SPECMATIC_GENERATIVE_TESTS: 'true', bearerAuth: service.demoKey },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
child.stdout.setEncoding('utf8').on('data', (text: string) => {
  output += text;
});
await once(child, 'close');
// No violations: a header is always text, and the minimum key length is set for this run only (so that no two writes get the same key).
// An unchanged request is 404 for a field that the tool invents; in a batch only its item is.
const artefact =
  /Idempotency-Key is (mutated from string to|set to a value with length lesser)|\/batch\/\S+ -> 4xx with the request from the example '\w+' has/;
const failed = (output.match(/^.*has FAILED$/gm) ?? []).filter((line) => !artefact.test(line));
const succeeded = output.match(/^.*has SUCCEEDED$/gm) ?? [];
for (const line of failed) console.error(line);
console.log(`specmatic: ${succeeded.length} succeeded, ${failed.length} failed`);
if (failed.length > 0 || succeeded.length < succeededMin) {
  console.error(output.slice(-4_000));
  process.exitCode = 1;
}
await listener.close(0);
await service.close();
rmSync(folder, { recursive: true, force: true });
