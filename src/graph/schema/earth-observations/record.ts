/** Earth observations of a field: one record a satellite scene, with the statistics of each index over the field. */
import type { components } from '../../../contract/openapi.ts';
import { resolvers } from '../../../executor/resolvers.ts';
import { builder } from '../builder.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { DataSource } from '../data-source.ts';
import { type FieldBuilder, graphId, listOrEmpty, quantity } from '../field-builders.ts';
import { Angle, Fraction, Length } from '../measures.ts';
import { openEnum } from '../open-enum.ts';

type Schemas = components['schemas'];

export const IndexName = openEnum<Schemas['IndexName']>('IndexName', 'Spectral indices, from surface reflectances.', {
  ndvi: 'Normalized difference vegetation index, (NIR - Red) / (NIR + Red), from -1 to 1 (Rouse et al. 1974).',
  ndmi: 'Normalized difference moisture index, (NIR - SWIR1) / (NIR + SWIR1), from -1 to 1 (Gao 1996).',
  evi: 'Enhanced vegetation index, 2.5 (NIR - Red) / (NIR + 6 Red - 7.5 Blue + 1), without fixed bounds (Huete et al. 2002).',
  ndre: 'Normalized difference red edge index, (NIR - RedEdge) / (NIR + RedEdge), from -1 to 1 (Barnes et al. 2000).',
  savi: 'Soil adjusted vegetation index, 1.5 (NIR - Red) / (NIR + Red + 0.5), from -1.5 to 1.5 (Huete 1988).',
  msavi:
    'Modified soil adjusted vegetation index, (2 NIR + 1 - sqrt((2 NIR + 1)^2 - 8 (NIR - Red))) / 2, from -1 to 1 (Qi et al. 1994).',
});

const SceneAssetRole = openEnum<Schemas['AssetRole']>('SceneAssetRole', 'Purpose of an asset, as the roles of STAC.', {
  thumbnail: 'A small picture.',
  visual: 'A true-colour picture.',
  data: 'The values themselves.',
});

/** The statistics of one index among those of a scene. Throws UPSTREAM_ERROR for a list that holds anything else. */
export function statisticsOf(
  indices: readonly Schemas['IndexStatistics'][],
  name: Schemas['IndexStatistics']['name'] | 'unknown',
): Schemas['IndexStatistics'] | undefined {
  if (!Array.isArray(indices)) throw new GatewayError('UPSTREAM_ERROR');
  return indices.find((statistics: Schemas['IndexStatistics'] | null) => {
    if (!isRecord(statistics)) throw new GatewayError('UPSTREAM_ERROR');
    return statistics.name === name;
  });
}

export const IndexStatistics = builder.objectRef<Schemas['IndexStatistics']>('IndexStatistics').implement({
  description: 'Statistics of one index over the clear pixels of a field; null where no pixel was clear. Without unit.',
  fields: (t) => ({
    name: t.expose('name', { type: IndexName, nullable: false, description: 'Which index.' }),
    mean: t.exposeFloat('mean', { nullable: true, description: 'Arithmetic mean.' }),
    median: t.exposeFloat('median', { nullable: true, description: 'Median, the 50th percentile.' }),
    min: t.exposeFloat('min', { nullable: true, description: 'Lowest value.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'Highest value.' }),
    stdDev: t.exposeFloat('std_dev', { nullable: true, description: 'Standard deviation.' }),
    p10: t.exposeFloat('p10', { nullable: true, description: '10th percentile.' }),
    p90: t.exposeFloat('p90', { nullable: true, description: '90th percentile.' }),
    sampleCount: t.exposeInt('sample_count', {
      nullable: true,
      description: 'Clear pixels, of which the statistics are made.',
    }),
    noDataCount: t.exposeInt('no_data_count', {
      nullable: true,
      description: 'Pixels of the field that were hidden or invalid.',
    }),
  }),
});

const SceneAsset = builder.objectRef<Schemas['Asset']>('SceneAsset').implement({
  extensions: { shows: ['Asset'] },
  description: 'A file that belongs to a scene.',
  fields: (t) => ({
    role: t.expose('role', { type: SceneAssetRole, nullable: false, description: 'Purpose of the file.' }),
    index: t.expose('index', {
      type: IndexName,
      nullable: true,
      description: 'The index it shows, where it shows one.',
    }),
    href: t.exposeString('href', { nullable: false, description: 'Absolute http or https address.' }),
    mediaType: t.exposeString('media_type', { nullable: true, description: 'Media type (RFC 6838).' }),
  }),
});

export const EarthObservation = builder.objectRef<Schemas['EarthObservation']>('EarthObservation').implement({
  description: 'One satellite scene of a field. A scene without a clear pixel is listed with null statistics.',
  fields: (t) => ({
    id: graphId(t, 'eo'),
    recordId: t.exposeID('id', {
      nullable: false,
      description: 'Id of the service, `eo_…`, unique within the field only.',
    }),
    sceneId: t.exposeString('scene_id', { nullable: false, description: "The provider's id of the scene." }),
    acquiredAt: t.expose('acquired_at', {
      type: 'DateTime',
      nullable: false,
      description: 'When the satellite passed, UTC.',
    }),
    processedAt: t.expose('processed_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When the record was computed, UTC.',
    }),
    platform: t.exposeString('platform', { nullable: true, description: "The satellite, as STAC's `platform`." }),
    collection: t.exposeString('collection', { nullable: true, description: "The product, as STAC's `collection`." }),
    cloudCover: quantity(
      t,
      Fraction,
      'cloud_cover',
      'Part of the field covered by cloud. The service supplies percent. Null if unknown, as for radar.',
    ),
    sceneCloudCover: quantity(
      t,
      Fraction,
      'scene_cloud_cover',
      "Part of the whole scene covered by cloud, as STAC's `eo:cloud_cover`. The service supplies percent.",
    ),
    validPixels: quantity(
      t,
      Fraction,
      'valid_pixels',
      'Part of the pixels of the field that could be used. The service supplies percent.',
    ),
    sunElevation: quantity(
      t,
      Angle,
      'sun_elevation',
      'Angle of the sun above the horizon. The service supplies degrees.',
    ),
    sunAzimuth: quantity(
      t,
      Angle,
      'sun_azimuth',
      'Direction of the sun, clockwise from north. The service supplies degrees.',
    ),
    offNadir: quantity(t, Angle, 'off_nadir', 'Viewing angle away from straight down. The service supplies degrees.'),
    resolution: quantity(t, Length, 'resolution', 'Edge of one pixel on the ground. The service supplies metres.'),
    index: t.field({
      type: IndexStatistics,
      nullable: true,
      description: 'The statistics of one index; null where the scene has none of it.',
      args: { name: t.arg({ type: IndexName, required: true, description: 'Which index.' }) },
      resolve: resolvers.computed(
        'indices',
        (
          indices: readonly Schemas['IndexStatistics'][],
          { name }: { name: Schemas['IndexStatistics']['name'] | 'unknown' },
        ) => statisticsOf(indices, name),
      ),
    }),
    indices: t.expose('indices', {
      type: [IndexStatistics],
      nullable: false,
      description: 'The statistics of every index of the scene.',
    }),
    assets: listOrEmpty(t, SceneAsset, 'assets', 'Files of the scene; empty where there are none.'),
    source: t.expose('source', { type: DataSource, nullable: false, description: 'Origin of the record.' }),
  }),
});

/** The scene of a point that was computed from it. It is read with its point, so selecting it makes no call. */
export function earthObservationField<Parent extends { earthObservation: Schemas['EarthObservation'] }>(
  t: FieldBuilder<Parent>,
) {
  return t.field({
    type: EarthObservation,
    nullable: false,
    description: 'The scene itself. Selecting it makes no further request.',
    extensions: { recordsVisited: 1 },
    resolve: resolvers.property('earthObservation'),
  });
}
