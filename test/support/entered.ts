/** A process of its own that counts, by V8's precise coverage, which files and functions of src one query enters: `{ first, warm }` as JSON. */
import { Session } from 'node:inspector/promises';
import { post } from './post.ts';
import { startProduct } from './running.ts';

const query = `query Page($id: ID!) { field(id: $id) { id weather { date temperatureMax { value unit } }
  earthObservations { acquiredAt } observations { text } } }`;
const src = new URL('../../src/', import.meta.url).href;
/** Enough for its lists to be learnt. */
const warmUps = 30;

await using product = await startProduct({ LOG_LEVEL: 'info' });
const ask = () => post(product.graphUrl, { query, variables: { id: 'fld_demo_01' } }, product.demo);
// What the process does once, whatever is asked, is no part of the way of a query.
await post(product.graphUrl, { query: '{ __typename }' });
const first = await entered(ask);
for (let asked = 0; asked < warmUps; asked += 1) await ask();
process.stdout.write(JSON.stringify({ first, warm: await entered(ask) }));

interface Entered {
  files: number;
  functions: number;
}

/** Of the graph and the executor: what lies under the call to the service is the service's own. */
async function entered(act: () => Promise<unknown>): Promise<Entered> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const scripts = result
    .filter(({ url }) => url.startsWith(src) && !url.startsWith(`${src}field-data/`))
    .map(({ functions }) => functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0)).length)
    .filter((functions) => functions > 0);
  return { files: scripts.length, functions: scripts.reduce((sum, functions) => sum + functions, 0) };
}
