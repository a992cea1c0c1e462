/** The short form of the cluster: replicas are killed and restarted under load, nothing acknowledged is lost, and one limit holds. */
import { expect, it } from 'vitest';
import { type Figure, isKept } from '../siege/scenario.ts';
import { hasRedis } from '../support/redis.ts';
import { failCluster } from './failures.ts';
import { hasPostgresPair } from './postgres-pair.ts';

it.skipIf(!hasRedis || !hasPostgresPair)(
  'a cluster on one machine lives through the loss of each of its replicas',
  { timeout: 240_000 },
  async () => {
    const figures: Figure[] = [];
    await failCluster('short', (figure) => void figures.push(figure));
    expect(figures.length).toBeGreaterThan(10);
    expect(figures.filter((figure) => !isKept(figure))).toEqual([]);
  },
);
