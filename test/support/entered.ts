/**
 * A program that counts, by V8's precise coverage, which files and functions of src one query calls, and prints `{ first, warm }` as JSON.
 * Functions that only some warm queries call are the work of timers, and do not count.
 */
import { Session } from 'node:inspector/promises';
import { createLog } from '../../src/platform/log/log.ts';
import { standardErrorStream } from '../../src/platform/log/log-stream.ts';
import { post } from './post.ts';
import { startProduct } from './running.ts';

const query = `query Page($id: ID!) { field(id: $id) { id weather { date temperatureMax { value unit } }
  earthObservations { acquiredAt } observations { text } } }`;
/** A fixed time, because the hour of the day changes which functions resolve a window. */
const demoNow = '2026-06-15T12:00:00Z';
const src = new URL('../../src/', import.meta.url).href;
/** Not counted: the service below the call, and the formulas of agronomy, because the query selects nothing computed. */
const ofTheService = [`${src}field-data/`, `${src}agronomy/`];
/** Enough for the gateway to have observed its lists. */
const warmUps = 30;
/** Other queries first: what the process does once for any query does not count. */
const others = 30;
/** So many that timers (log writes, checks of idle connections) run during some samples, but not during all. */
const samples = 60;

const log = createLog('info');
/** Resolves when the process has read the description of its service, which it does once in the background. */
const compared = new Promise<void>((resolve) => {
  log.debug = (fields: object) => void ('release' in fields && resolve());
});
await using product = await startProduct({ LOG_LEVEL: 'info', DEMO_NOW: demoNow }, log);
await compared;
const send = () => post(product.graphUrl, { query, variables: { id: 'fld_demo_01' } }, product.demo);
for (let count = 0; count < others; count += 1) await post(product.graphUrl, { query: '{ __typename }' });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const first = await entered(send);
for (let count = 0; count < warmUps; count += 1) await send();
const warm: ReadonlySet<string>[] = [];
for (let count = 0; count < samples; count += 1) warm.push(await entered(send));
const always = warm.reduce((some, more) => some.intersection(more));
const besides = warm.reduce((some, more) => some.union(more)).difference(always);
process.stdout.write(JSON.stringify({ first: counted(first.difference(besides)), warm: counted(always) }));

function counted(functions: ReadonlySet<string>): { files: number; functions: number } {
  return { files: new Set([...functions].map((name) => name.split(' ', 1)[0])).size, functions: functions.size };
}

/** The called functions of the graph and the executor, each as `file name offset`. */
async function entered(act: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  // On a machine in use, the timer that writes the log would fire in every sample.
  await standardErrorStream().flush(0);
  // This resets the counts.
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Set(
    result
      .filter(({ url }) => url.startsWith(src) && !ofTheService.some((folder) => url.startsWith(folder)))
      .flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
          .map(({ functionName, ranges }) => `${url} ${functionName} ${ranges[0]?.startOffset}`),
      ),
  );
}
