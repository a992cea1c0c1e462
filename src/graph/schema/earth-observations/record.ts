/** Earth observations of a field: one record a satellite scene, with the statistics of each index over the field. */
import { resolvers } from '../../../executor/resolvers.ts';
import { builder, type Components } from '../builder.ts';
import { instantOf, malformed } from '../../errors/gateway-error.ts';
import { eachOnce } from '../../../platform/lists/each-once.ts';
import { sortedBy } from '../../../platform/lists/sorted-by.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { instantOrZero } from '../../../platform/time/instant.ts';
import { DataSource } from '../data-source.ts';
import { componentType, listOrEmpty, orNull, recordIds, shown } from '../field-builders.ts';
import { Angle, Fraction, Length, supplied } from '../measures.ts';
import { openEnum } from '../open-enum.ts';

export const IndexName = openEnum('IndexName', 'Spectral indices, from surface reflectances.', {
  ndvi: 'Normalized difference vegetation index, (NIR - Red) / (NIR + Red), from -1 to 1 (Rouse et al. 1974).',
  ndmi: 'Normalized difference moisture index, (NIR - SWIR1) / (NIR + SWIR1), from -1 to 1 (Wilson & Sader 2002).',
  evi: 'Enhanced vegetation index, 2.5 (NIR - Red) / (NIR + 6 Red - 7.5 Blue + 1), without fixed bounds (Huete et al. 2002).',
  ndre: 'Normalized difference red edge index, (NIR - RedEdge) / (NIR + RedEdge), from -1 to 1 (Barnes et al. 2000).',
  savi: 'Soil adjusted vegetation index, 1.5 (NIR - Red) / (NIR + Red + 0.5), from -1 to 1 (Huete 1988).',
  msavi:
    'Modified soil adjusted vegetation index, (2 NIR + 1 - sqrt((2 NIR + 1)^2 - 8 (NIR - Red))) / 2, from -1 to 1 (Qi et al. 1994).',
});

const SceneAssetRole = openEnum('AssetRole', 'Purpose of an asset, as the roles of STAC.', {
  thumbnail: 'A small picture.',
  visual: 'A true-colour picture.',
  data: 'The values themselves.',
});

type Scene = Components['EarthObservation'];
type Statistics = Components['IndexStatistics'];
type IndexWord = Statistics['name'] | 'unknown';

/** Scenes have about ten. Each alias of `index` searches them anew. */
const indicesMax = 1_000;

/** Finds the statistics of one index of a scene. Throws UPSTREAM_ERROR unless `indices` is a list of objects, at most 1,000. */
export function statisticsOf(indices: readonly Statistics[], name: IndexWord): Statistics | undefined {
  if (!Array.isArray(indices)) throw malformed('indices of a record is no list');
  if (indices.length > indicesMax) throw malformed(`indices of a record has more than ${indicesMax} items`);
  return indices.find((statistics: Statistics | null) => {
    if (!isRecord(statistics)) throw malformed('an item of indices is no object');
    return statistics.name === name;
  });
}

export const IndexStatistics = componentType(
  'IndexStatistics',
  'Statistics of one index over the clear pixels of a field; null where no pixel was clear. Without unit.',
  {
    name: [IndexName, 'Which index.'],
    mean: [orNull('Float'), 'Arithmetic mean.'],
    median: [orNull('Float'), 'Median, the 50th percentile.'],
    min: [orNull('Float'), 'Lowest value.'],
    max: [orNull('Float'), 'Highest value.'],
    std_dev: [orNull('Float'), 'Standard deviation.'],
    p10: [orNull('Float'), '10th percentile.'],
    p90: [orNull('Float'), '90th percentile.'],
    sample_count: [orNull('Int'), 'Clear pixels, of which the statistics are made.'],
    no_data_count: [orNull('Int'), 'Pixels of the field that were hidden or invalid.'],
  },
);

const SceneAsset = componentType('Asset', 'A file that belongs to a scene.', {
  role: [SceneAssetRole, 'Purpose of the file.'],
  index: [orNull(IndexName), 'The index it shows, where it shows one.'],
  href: ['String', 'Absolute http or https address, as the service sent it: do not render another scheme.'],
  media_type: [orNull('String'), 'Media type (RFC 6838).'],
});

export const EarthObservation = builder.objectRef<Scene>('EarthObservation').implement({
  description: 'One satellite scene of a field. A scene without a clear pixel is listed with null statistics.',
  fields: (t) => ({
    ...recordIds(t, 'eo'),
    ...shown(t, {
      scene_id: ['String', "The provider's id of the scene."],
      acquired_at: ['DateTime', 'When the satellite passed, UTC.'],
      processed_at: [orNull('DateTime'), 'When the record was computed, UTC.'],
      platform: [orNull('String'), "The satellite, as STAC's `platform`."],
      collection: [orNull('String'), "The product, as STAC's `collection`."],
      cloud_cover: supplied(Fraction, 'Part of the field covered by cloud. Null if unknown, as for radar', 'percent'),
      scene_cloud_cover: supplied(
        Fraction,
        "Part of the whole scene covered by cloud, as STAC's `eo:cloud_cover`",
        'percent',
      ),
      valid_pixels: supplied(Fraction, 'Part of the pixels of the field that could be used', 'percent'),
      sun_elevation: supplied(Angle, 'Angle of the sun above the horizon', 'degrees'),
      sun_azimuth: supplied(Angle, 'Direction of the sun, clockwise from north', 'degrees'),
      off_nadir: supplied(Angle, 'Viewing angle away from straight down', 'degrees'),
      resolution: supplied(Length, 'Edge of one pixel on the ground', 'metres'),
    }),
    index: t.field({
      type: IndexStatistics,
      description: 'The statistics of one index; null where the scene has none of it.',
      args: { name: t.arg({ type: IndexName, required: true, description: 'Which index.' }) },
      resolve: resolvers.computed('indices', (indices: readonly Statistics[], { name }: { name: IndexWord }) =>
        statisticsOf(indices, name),
      ),
    }),
    ...shown(t, {
      indices: [[IndexStatistics], 'The statistics of every index of the scene.'],
      assets: [listOrEmpty(SceneAsset), 'Files of the scene; empty where there are none.'],
      source: [DataSource, 'Origin of the record.'],
    }),
  }),
});

/** The scenes oldest first, each once, whatever order and however often the service sent them. Of equal times, the last processed is last. */
export function scenesInOrder(scenes: readonly Scene[]): Scene[] {
  const processed = sortedBy(eachOnce(scenes), processedMsOf, (one, other) => (one.id < other.id ? -1 : 1));
  return sortedBy(processed, ({ acquired_at }) => instantOf(acquired_at));
}

/** When a scene was processed, in milliseconds; 0 if the service stated no such instant. */
export const processedMsOf = ({ processed_at }: Scene): number => instantOrZero(processed_at);

/** For `shown`: the scene of a point that was computed from it. It is read with its point, so selecting it makes no call. */
export const sceneOfPoint = [
  EarthObservation,
  'The scene itself. Selecting it makes no further request.',
  { recordsVisited: 1 },
] as const;
