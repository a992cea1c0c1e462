/** Live changes: the subscription `fieldsChanged`, where `LIVE` is on. */
import type { GraphQLSchema } from 'graphql';
import { integer, onlyFor, type SettingsOf, toggle } from '../../../platform/settings/setting-types.ts';
import type { LiveOptions } from './live.ts';

export const after = { settings: 'INTROSPECTION' };

export const settings = onlyFor('gateway', {
  LIVE: toggle(true).describe('Whether callers may subscribe to [changes](live.md) of fields.'),
  LIVE_STREAMS_MAX: integer(1, 100_000, 1_000).describe(
    'Streams open at once in the process. Further ones are OVERLOADED. One caller may have half of the free ones.',
  ),
  LIVE_STREAMS_PER_CALLER_MAX: integer(1, 100_000, 250).describe(
    'The same for one key, or for one address without a key. Further ones are RATE_LIMITED.',
  ),
  LIVE_LISTS_MAX: integer(1, 1_000_000, 30_000).describe(
    'Lists that the process watches: up to three for each field and key, however many streams. Further streams are OVERLOADED. The streams of one key, or of one address without a key, may watch half of what others leave free.',
  ),
  LIVE_STREAM_AGE_MS_MAX: integer(1_000, 86_400_000, 3_600_000).describe(
    'Age at which a stream ends with an event that says to resume, in milliseconds.',
  ),
  LIVE_POLL_MS_MIN: integer(100, 3_600_000, 5_000).describe(
    'Shortest time between two reads of a watched list, in milliseconds. Freshness and quota of the service make it longer.',
  ),
  LIVE_POLL_MS_MAX: integer(100, 3_600_000, 300_000).describe(
    'Longest time between two reads of a list that does not change, in milliseconds, or longer to fit the quota of the service. Lists of a field that is not found are always read so rarely. A revoked key ends its streams within it. Without a key, a list that is fresh for longer is read after that.',
  ),
});

type Config = SettingsOf<typeof settings>;

/** The shortest time between polls must not exceed the longest. */
export function contradictions({ LIVE_POLL_MS_MIN: min, LIVE_POLL_MS_MAX: max }: Config): string[] {
  return min > max ? [`LIVE_POLL_MS_MIN (${min}) must not be above LIVE_POLL_MS_MAX (${max}).`] : [];
}

interface Parts extends Pick<LiveOptions, 'upstream'> {
  config: Config & { DEADLINE_MS: number; DOCUMENTS_BYTES_MAX: number };
  service: { url: string; watchChanges?: LiveOptions['watchChanges'] };
}

export async function create({ config, upstream, service }: Parts) {
  if (!config.LIVE) return {};
  const { createLive } = await import('./live.ts');
  return createLive({
    upstream,
    serviceUrl: service.url,
    watchChanges: service.watchChanges,
    deadlineMs: config.DEADLINE_MS,
    pollMsMin: config.LIVE_POLL_MS_MIN,
    pollMsMax: config.LIVE_POLL_MS_MAX,
    streamsMax: config.LIVE_STREAMS_MAX,
    streamsPerCallerMax: config.LIVE_STREAMS_PER_CALLER_MAX,
    listsMax: config.LIVE_LISTS_MAX,
    documentsBytesMax: config.DOCUMENTS_BYTES_MAX,
    ageMsMax: config.LIVE_STREAM_AGE_MS_MAX,
  });
}

export async function extendGraph(graph: GraphQLSchema, config?: Config) {
  if (config?.LIVE === false) return graph;
  return (await import('./live.ts')).extended;
}
