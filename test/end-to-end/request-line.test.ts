/** The log line of a REST request: address, field and status; files and health checks are logged only at debug level. */
import { expect, it } from 'vitest';
import { recordedLog } from '../support/recorded-log.ts';
import { startProduct } from '../support/running.ts';

it('a request for data is logged once with time, address and field; files and health checks at debug level', async () => {
  const { log, entries } = recordedLog('debug');
  await using product = await startProduct({}, log);
  for (const path of [
    '/api/v1/weather?field_id=fld_demo_01',
    '/api/v1/batch/weather?field_ids=fld_demo_01,fld_demo_02',
    '/docs',
    '/docs/start.js',
    '/health',
  ])
    await (await fetch(product.serviceUrl + path)).arrayBuffer();
  const requests = entries().filter(({ msg, address }) => msg === 'field data request' && address);
  const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/);
  expect(requests).toMatchObject([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      address,
      field: 'fld_demo_01',
      status: 200,
    },
    { level: 30, path: '/api/v1/batch/weather', field: 'fld_demo_01,fld_demo_02' },
    { level: 30, path: '/docs' },
    { level: 20, path: '/docs/start.js' },
    { level: 20, path: '/health' },
  ]);
});

it('the log line of a request has at most 140 characters of its fields', async () => {
  const { log, entries } = recordedLog('info');
  await using product = await startProduct({}, log);
  for (const name of ['field_id', 'field_ids'])
    await (await fetch(`${product.serviceUrl}/api/v1/weather?${name}=${'x'.repeat(5_000)}`)).arrayBuffer();
  const fields = entries().flatMap(({ msg, address, field }) => (msg === 'field data request' && address ? field : []));
  expect(fields).toEqual(['x'.repeat(140), 'x'.repeat(140)]);
});

it('the readiness probe of a gateway is logged at debug level', async () => {
  const { log, entries } = recordedLog('debug');
  await using service = await startProduct({}, log);
  await using gateway = await startProduct({ FIELD_DATA_URL: service.serviceUrl });
  expect((await fetch(`${gateway.graphUrl}/ready`)).status).toBe(200);
  const probes = entries().filter(({ method }) => method === 'HEAD');
  expect(probes).toMatchObject([{ level: 20, path: '/openapi.json', status: 200 }]);
});
