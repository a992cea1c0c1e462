/** `npm run test:full -- cluster`: a cluster on this machine, what is done to it, and every figure beside its bound. `--short` is the gate's form. */
import { parseArgs } from 'node:util';
import { isKept } from '../siege/scenario.ts';
import { hasRedis } from '../support/redis.ts';
import { failCluster } from './failures.ts';
import { hasPostgresPair } from './postgres-pair.ts';

const { values } = parseArgs({ options: { short: { type: 'boolean' } } });
if (!hasRedis || !hasPostgresPair) {
  console.error('Needs Debian’s packages: apt-get install postgresql-15 patroni etcd-server haproxy redis-server');
  process.exit(2);
}

let isBroken = false;
await failCluster(values.short ? 'short' : 'whole', (figure) => {
  const { what, value, unit, atLeast, atMost } = figure;
  const bounds = [atLeast !== undefined && `at least ${atLeast}`, atMost !== undefined && `at most ${atMost}`].filter(
    Boolean,
  );
  const kept = isKept(figure);
  isBroken ||= !kept;
  console.log(
    `${kept ? ' ' : '✗'} ${what}: ${Math.round(value)} ${unit} ${bounds.length > 0 ? `(${bounds.join(', ')})` : ''}`,
  );
});
process.exitCode = isBroken ? 1 : 0;
