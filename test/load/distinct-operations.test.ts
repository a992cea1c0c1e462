/** Operations that are all different, each sent until its responses are cached: the memory of cache and process stays bounded. */
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { type Behaviour, startFaultyService } from '../support/faulty-service.ts';
import { startProcess } from '../support/product-process.ts';
import { figure, sendOperation } from './figure.ts';
import { bySize } from '../support/size.ts';

const mebibyte = 1024 * 1024;
/** How often each operation is sent: observed, cached, revalidated. */
const times = 3;
const records = 14;
const warming = 50;
const residentMiBMax = 400;
/** On a busy machine the test takes longer: more operations at once would fill the queue of the gateway, which refuses further ones. */
const pendingMax = 100;
const { seconds, perSecond, cacheMiB, growthMiBMax } = bySize(
  // A small cache is full within seconds.
  { seconds: 5, perSecond: 300, cacheMiB: 2, growthMiBMax: 100 },
  { seconds: 600, perSecond: 120, cacheMiB: 64, growthMiBMax: 60 },
);

it('responses to operations that are all different are cached within the memory limit, and process memory levels off', async () => {
  const service = await startFaultyService(() => validated);
  await using command = await startProcess({
    env: { FIELD_DATA_URL: service.url, UPSTREAM_CACHE_BYTES_MAX: String(cacheMiB * mebibyte) },
  });
  const begunPerSecond = perSecond / times;
  const last = warming + seconds * begunPerSecond;
  let failed = 0;
  let begun = 0;
  const sendNumbered = async (operation: number) => {
    for (let time = 0; time < times; time += 1) {
      if (!(await sendOperation(command.graphUrl, query, variablesOf(operation))).isWell) failed += 1;
    }
  };
  // After this warm-up, growth means retained memory.
  while (begun < warming) await sendNumbered(begun++);
  const before = command.residentMiB();
  let firstHalf = before;
  let most = 0;
  const pending = new Set<Promise<void>>();
  for (const startedAt = performance.now(); ; await wait(100)) {
    const elapsed = (performance.now() - startedAt) / 1000;
    const due = Math.min(last, warming + elapsed * begunPerSecond);
    for (; begun < due && pending.size < pendingMax; begun += 1) {
      const one = sendNumbered(begun).then(() => void pending.delete(one));
      pending.add(one);
    }
    service.calls.length = 0;
    // Evicted responses wait for V8: memory swings by 75 MiB in minutes, so the two periods are compared by their peaks.
    if (begun < (warming + last) / 2) firstHalf = Math.max(firstHalf, command.residentMiB());
    else most = Math.max(most, command.residentMiB());
    if (begun >= last) break;
  }
  await Promise.all(pending);
  figure('of them failed', failed, { atMost: 0 });
  figure('cached responses, MiB', (await command.metric('upstream_cache_bytes')) / mebibyte, { atMost: cacheMiB });
  figure('responses evicted', await command.metric('upstream_cache_evictions_total'), { atLeast: 1 });
  figure('resident memory at first, MiB', before, { atMost: residentMiBMax });
  figure('most resident memory in the second half, MiB', most, { atMost: residentMiBMax });
  figure('growth in the second half, MiB', most - firstHalf, { atMost: growthMiBMax });
  await service.close();
});

const query = `query ($id: ID!, $from: DateOrDateTime!) {
  field(id: $id) { weather(from: $from) { date temperatureMax { value unit } precipitation { value unit } } }
}`;

const fields = 60;
const days = 2_000;
const dayMs = 86_400_000;
const firstDay = Date.UTC(2020, 0, 1);

function variablesOf(operation: number) {
  const from = new Date(firstDay + (Math.floor(operation / fields) % days) * dayMs);
  return { id: `fld_${operation % fields}`, from: from.toISOString().slice(0, 'yyyy-mm-dd'.length) };
}

/** Two weeks of weather with an ETag made from the address. */
const validated: Behaviour = (response, { url, headers }) => {
  // Not a read: the gateway checks whether the service is available.
  if (!url.startsWith('/api/')) return void response.writeHead(404).end();
  const { searchParams } = new URL(url, 'http://service');
  const field_id = searchParams.get('field_id');
  const from = Date.parse(searchParams.get('from') ?? '');
  const etag = `"${from} ${field_id}"`;
  response.setHeader('etag', etag);
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const at = (day: number) => new Date(from + day * dayMs).toISOString();
  const data = Array.from({ length: records }, (_, day) => ({
    field_id,
    kind: 'observed',
    granularity: 'daily',
    starts_at: at(day),
    ends_at: at(day + 1),
    date: at(day).slice(0, 'yyyy-mm-dd'.length),
    temperature_max: { value: 20 + day / 10, unit: 'celsius' },
    precipitation: { value: day, unit: 'millimetre' },
    source: { name: 'test', station: null, provenance: 'simulated', derived: [], recorded_on: null },
  }));
  const meta = { field_id, from: at(0), to: at(records) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta }));
};
