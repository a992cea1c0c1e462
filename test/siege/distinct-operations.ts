/** Operations that are all different, each asked until its answers are kept: what is kept has its bound, and so has the process. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Behaviour, startFaultyService } from '../support/faulty-service.ts';
import { post } from '../support/post.ts';
import { type Besieged, besiege } from './process.ts';
import type { Scenario } from './scenario.ts';

const mebibyte = 1024 * 1024;
/** Each is asked so often: seen, kept, confirmed. */
const times = 3;
const records = 14;
const warming = 50;
const sizes = {
  // A small bound is full in seconds.
  short: { seconds: 5, perSecond: 300, keptMiB: 2, growthMiBMax: 100, residentMiBMax: 400 },
  whole: { seconds: 600, perSecond: 120, keptMiB: 64, growthMiBMax: 60, residentMiBMax: 400 },
};

export const distinctOperations: Scenario = {
  title: 'answers of ever different operations are kept within their bound, and memory levels off',
  async run(size) {
    const { seconds, perSecond, keptMiB, growthMiBMax, residentMiBMax } = sizes[size];
    const service = await startFaultyService(() => validated);
    await using command = await besiege({
      env: {
        FIELD_DATA_URL: service.url,
        UPSTREAM_CACHE_BYTES_MAX: String(keptMiB * mebibyte),
      },
    });
    let failed = 0;
    let asked = 0;
    const ask = async (operation: number) => {
      for (let time = 0; time < times; time += 1) {
        const { body } = await post(command.graphUrl, { query, variables: variablesOf(operation) }).catch(() => ({
          body: undefined,
        }));
        if (body?.data === undefined || body.errors !== undefined) failed += 1;
      }
    };
    // Warm: what grows from here on is kept.
    while (asked < warming) await ask(asked++);
    const before = command.residentMiB();
    let middle = before;
    let most = 0;
    const pending = new Set<Promise<void>>();
    for (const startedAt = performance.now(); ; await wait(100)) {
      const elapsed = (performance.now() - startedAt) / 1000;
      for (; asked < warming + (elapsed * perSecond) / times; asked += 1) {
        const one = ask(asked).then(() => void pending.delete(one));
        pending.add(one);
      }
      service.calls.length = 0;
      if (elapsed < seconds / 2) middle = command.residentMiB();
      else most = Math.max(most, command.residentMiB());
      if (elapsed >= seconds) break;
    }
    await Promise.all(pending);
    const kept = await gauges(command);
    await service.close();
    return [
      { what: 'operations', value: asked * times, unit: '', atLeast: seconds * perSecond },
      { what: 'of them failed', value: failed, unit: '', atMost: 0 },
      {
        what: 'kept answers',
        value: (kept.get('upstream_cache_bytes') ?? Number.NaN) / mebibyte,
        unit: 'MiB',
        atMost: keptMiB,
      },
      {
        what: 'answers dropped for others',
        value: kept.get('upstream_cache_evictions_total') ?? 0,
        unit: '',
        atLeast: 1,
      },
      { what: 'resident memory at first', value: before, unit: 'MiB', atMost: residentMiBMax },
      { what: 'most resident memory in the second half', value: most, unit: 'MiB', atMost: residentMiBMax },
      { what: 'growth in the second half', value: most - middle, unit: 'MiB', atMost: growthMiBMax },
    ];
  },
};

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

/** Two weeks of weather under an ETag of the address. */
const validated: Behaviour = (response, { url, headers }) => {
  // A look at whether the service is there.
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

/** Samples without labels, by their names without the prefix. */
async function gauges({ adminUrl }: Besieged): Promise<Map<string, number>> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return new Map([...text.matchAll(/^fieldgraph_(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
}
