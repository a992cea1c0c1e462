/** `npm start -- drift`: the output and the exit codes that a build relies on. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { untilFileEnd } from '../support/file-end.ts';
import { runHere } from '../support/run-here.ts';
import { serve } from '../support/serve.ts';

const committed = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8');

let body: string;
const server = untilFileEnd(
  await serve(({ url: path }, response) => {
    response.writeHead(path === '/base/openapi.json' ? 200 : 404, { 'content-type': 'application/json' }).end(body);
  }),
);
const url = `${server.url}/base`;
const run = (...flags: string[]) => runHere(['drift', ...flags]);

it('drift exits with 0 if nothing breaks, and names the additions', async () => {
  const live = JSON.parse(committed);
  live.components.schemas.WeatherRecord.properties.uv_index = { type: 'number' };
  body = JSON.stringify(live);
  const { code, out } = await run(url);
  expect(out).toContain(
    'changed WeatherRecord.uv_index: added (response of GET /api/v1/weather, GET /api/v1/batch/weather)\n',
  );
  expect(code).toBe(0);
});

it('drift exits with 1 if a change breaks graph fields, names them, and prints no control character of the service', async () => {
  const live = JSON.parse(committed);
  live.components.schemas.Severity.enum = ['low', '\u001b[31mhigh'];
  body = JSON.stringify(live);
  const { code, out } = await run(`${url}/`);
  expect(out).toMatch(/^BREAKS {2}ObservationInput\.severity: values removed: .*feeds AddObservationInput\.severity$/m);
  expect(out).not.toContain('\u001b');
  expect(code).toBe(1);
});

it.each([
  [1, 'POST', '/api/v1/observations', '201', '202'],
  [1, 'GET', '/api/v1/weather', '200', '202'],
  [1, 'GET', '/api/v1/weather', '200', '206'],
  [0, 'POST', '/api/v1/observations', '201', '200'],
  [0, 'POST', '/api/v1/observations', '201', '2XX'],
  [0, 'GET', '/api/v1/weather', '200', 'default'],
])(
  'drift exits with %i if the success status of %s %s changes from %s to %s, because the gateway accepts 200 and 201',
  async (code, ...moved) => {
    const [method, path, was, is] = moved;
    const live = JSON.parse(committed);
    const { responses } = live.paths[path][method.toLowerCase()];
    responses[is] = responses[was];
    delete responses[was];
    body = JSON.stringify(live);
    const found = await run(url);
    const line = `BREAKS  ${method} ${path}: no success with 200 or 201 is described (response of `;
    expect([found.code, found.out.includes(line)]).toEqual([code, code === 1]);
  },
);

interface Observation {
  required: string[];
  properties: Record<string, object>;
}

it.each<[what: string, alter: (observation: Observation) => void]>([
  ['may be missing', ({ required }) => required.splice(required.indexOf('live_mode'), 1)],
  ['may be null', ({ properties }) => Object.assign(properties, { live_mode: { type: ['boolean', 'null'] } })],
])('drift names the lists that break if a required member of their records %s', async (_what, alter) => {
  const live = JSON.parse(committed);
  alter(live.components.schemas.Observation);
  body = JSON.stringify(live);
  const { code, out } = await run(url);
  expect(out).toMatch(/^BREAKS {2}Observation\.live_mode: .*feeds Observation\.liveMode, Field\.observations, /m);
  expect(code).toBe(1);
});

it.each([
  ['without an address', []],
  ['with an argument that is not a URL', ['nonsense']],
  ['with an unknown flag', ['--url', 'http://127.0.0.1']],
  ['with a path that is none', ['http://127.0.0.1', '--openapi-path', 'openapi.json']],
])('drift exits with code 2 %s and prints its usage, without the names of settings', async (_what, flags) => {
  const { code, err } = await run(...flags);
  expect(err).toContain('npm start --silent -- drift URL');
  expect(err).not.toMatch(/FIELD_DATA_|URL=/);
  expect(code).toBe(2);
});

it('drift exits with 3 if there is nothing to compare: no description, or an unreachable service', async () => {
  body = committed;
  expect(await run(url, '--openapi-path', '/elsewhere.json')).toMatchObject({ code: 3, out: '' });
  const gone = await run('http://127.0.0.1:1');
  expect(gone.code).toBe(3);
  expect(gone.err).toBe(
    'http://127.0.0.1:1/openapi.json: Contract drift is unknown: The Field Data Service is unavailable (ECONNREFUSED). ' +
      'Check URL, that the service runs, and --openapi-path if it publishes a description.\n',
  );
});
