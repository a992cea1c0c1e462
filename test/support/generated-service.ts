/** A client whose service responds to reads with generated records, correct or wrong, always the same for a read; it records reads. */
import { GraphQLList, GraphQLNonNull, type GraphQLObjectType } from 'graphql';
import { GatewayError } from '../../src/graph/errors/gateway-error.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import type { FieldDataClient } from '../../src/graph/reads/client.ts';
import { isRecord } from '../../src/platform/json/is-record.ts';
import { ByteList } from '../../src/executor/byte-list.ts';
import { generateValue } from './generated-data.ts';
import { oneOf, seededRandom } from './seeded-random.ts';

/** A service of one seed. `errorRate` is the share of wrong values; five times this share of reads is refused. */
export function generatedService(seed: number, errorRate: number) {
  /** Every read, in the order of their requests. */
  const calls: string[] = [];
  const read = async (typeName: string, query: { field_id: string }): Promise<unknown> => {
    const key = `${typeName} ${JSON.stringify(query)}`;
    calls.push(key);
    const random = seededRandom(seed + hashOf(key));
    if (random() < errorRate * 5) throw oneOf(random, refusals);
    const list = new GraphQLList(new GraphQLNonNull(schema.getType(typeName) as GraphQLObjectType));
    const value = generateValue(new GraphQLNonNull(list), random, errorRate);
    // Each record names its field, or Observation.field would be null without any error.
    if (Array.isArray(value)) for (const record of value) if (isRecord(record)) record.field_id = query.field_id;
    return Array.isArray(value) ? new ByteList(value) : value;
  };
  const client: FieldDataClient = {
    async load(name, query) {
      const records = await read(typeNames[name], query);
      if (name === 'weather') return { records, sent: records, window, isStated: true };
      return name === 'observations' ? { observations: records, hasMore: undefined } : records;
    },
    addObservation: () => Promise.reject(new Error('nothing is written here')),
    findViolations: () => Promise.reject(new Error('nothing is written here')),
  };
  return { client, calls };
}

const typeNames = { weather: 'WeatherRecord', earthObservations: 'EarthObservation', observations: 'Observation' };

const window = { fromMs: Date.UTC(2026, 3, 1), toMs: Date.UTC(2026, 4, 2) };

const refusals = [
  new GatewayError('NOT_FOUND', { status: 404 }),
  new GatewayError('UPSTREAM_TIMEOUT'),
  new TypeError('a fault of the gateway'),
];

/** Do not change: the seeds of tests were chosen by this hash. */
function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
