/**
 * Reads STAC items (https://stacspec.org, 1.0 and 1.1): one, or a FeatureCollection as an API or pystac writes it. Properties contain
 * statistics of vegetation indices, in any case: `"ndvi": {"mean": 0.7}`, `"ndvi_mean": 0.7`, `"ndvi:mean": 0.7`, or the contract's
 * `indices`.
 */
import { isRecord } from '../../../platform/json/is-record.ts';
import { resolvePointer } from '../../records/description.ts';
import { withoutNoise } from '../../records/units.ts';
import { createSchemaCheck } from '../../records/validation.ts';
import type { Candidate, JsonObject, FormatOptions } from '../candidate.ts';

/** Whether a document is a STAC item or a collection of them. */
export function isStac(document: unknown): document is JsonObject {
  return isRecord(document) && (document.type === 'Feature' || document.type === 'FeatureCollection');
}

/** The candidates of a document. */
export function* readStac(document: JsonObject, options: FormatOptions): Generator<Candidate> {
  const items = document.type === 'Feature' ? [document] : document.features;
  for (const [index, item] of (Array.isArray(items) ? items : []).entries()) {
    const place = `features[${index}]`;
    yield isRecord(item) ? stacCandidate(item, place, options) : { place, error: 'is no STAC item' };
  }
}

/** The candidate of one item. Its field is its property `field_id`, or the one the operator gives. */
export function stacCandidate(item: JsonObject, place: string, options: FormatOptions): Candidate {
  const properties = isRecord(item.properties) ? item.properties : {};
  const statistics = lowerCased(properties);
  const error = statisticsError(properties, statistics);
  if (error !== undefined) return { place, error };
  const collection = item.collection ?? null;
  const cover = coverOf(properties);
  const record: JsonObject = {
    field_id: properties.field_id ?? options.fieldId,
    scene_id: item.id,
    acquired_at: properties.datetime ?? properties.start_datetime,
    processed_at: properties['processing:datetime'] ?? properties.created ?? null,
    platform: properties.platform ?? null,
    collection,
    cloud_cover: measure(cover.value, 'percent'),
    scene_cloud_cover: measure(properties['eo:cloud_cover'], 'percent'),
    valid_pixels: measure(properties.valid_pixels, 'percent'),
    sun_elevation: measure(properties['view:sun_elevation'], 'degree'),
    sun_azimuth: measure(properties['view:sun_azimuth'], 'degree'),
    off_nadir: measure(properties['view:off_nadir'], 'degree'),
    resolution: measure(properties.gsd, 'metre'),
    indices: indicesOf(statistics),
    assets: assetsOf(item.assets),
    source: {
      name: options.sourceName ?? String(collection ?? 'STAC'),
      provenance: 'measured',
      derived: cover.isDerived ? ['cloud_cover'] : [],
    },
  };
  return { place, resource: 'earth_observations', record };
}

/** Cloud cover of the field if the item has it; else the nearest value that it has, marked as derived. */
function coverOf({ cloud_cover: overField, valid_pixels: valid, 'eo:cloud_cover': overScene }: JsonObject) {
  if (overField !== undefined) return { value: overField, isDerived: false };
  const value = typeof valid === 'number' ? withoutNoise(100 - valid) : (overScene ?? null);
  return { value, isDerived: value !== null };
}

const measure = (value: unknown, unit: string) => (value === undefined || value === null ? null : { value, unit });

const { enum: indexNames = [] } = resolvePointer('#/components/schemas/IndexName');

/** The contract's statistics, with the names in use for each. */
const statisticNames: Readonly<Record<string, readonly string[]>> = {
  mean: ['mean', 'average'],
  median: ['median', 'p50', 'percentile_50'],
  min: ['min', 'minimum'],
  max: ['max', 'maximum'],
  std_dev: ['std_dev', 'stddev', 'stdev', 'std'],
  p10: ['p10', 'percentile_10'],
  p90: ['p90', 'percentile_90'],
  sample_count: ['sample_count', 'valid_count', 'count'],
  no_data_count: ['no_data_count', 'nodata_count', 'nodata'],
};

const knownNames = Object.values(statisticNames).flat();

const stated = (record: JsonObject): [name: string, value: unknown][] =>
  Object.entries(record).flatMap(([name, value]) => (value === null ? [] : [[name.toLowerCase(), value]]));

/** The values that a record states, by names in lower case. */
const lowerCased = (record: JsonObject): JsonObject => Object.fromEntries(stated(record));

function repeatedName(record: JsonObject, isRead: (name: string) => boolean): string | undefined {
  const names = stated(record).map(([name]) => name);
  return names.find((name, at) => isRead(name) && names.indexOf(name) < at);
}

/** An error if statistics would be lost. `statistics` are the properties by names in lower case. */
function statisticsError(properties: JsonObject, statistics: JsonObject): string | undefined {
  const repeated = repeatedName(properties, (name) => ['indices', ...indexNames].some((each) => name.startsWith(each)));
  if (repeated !== undefined) return `properties has ${repeated} twice`;
  if (!Array.isArray(statistics.indices ?? [])) return 'properties/indices must be a list';
  for (const index of indexNames) {
    const nested = statistics[index] ?? {};
    if (!isRecord(nested)) return `properties/${index} must be an object of statistics`;
    const twice = repeatedName(nested, (name) => knownNames.includes(name));
    if (twice !== undefined) return `properties/${index} has ${twice} twice`;
    const names = Object.keys(lowerCased(nested));
    if (names.length > 0 && !names.some((name) => knownNames.includes(name)))
      return `properties/${index} has none of ${Object.keys(statisticNames).join(', ')}`;
  }
  return undefined;
}

/** The indices of the list `indices`, and those that are properties themselves. */
function indicesOf(properties: JsonObject): unknown[] {
  const listed = Array.isArray(properties.indices) ? properties.indices : [];
  const named = indexNames.flatMap((index) => {
    const nested = isRecord(properties[index]) ? lowerCased(properties[index]) : undefined;
    const read = (name: string) => nested?.[name] ?? properties[`${index}_${name}`] ?? properties[`${index}:${name}`];
    const statistics = Object.entries(statisticNames).map(([statistic, names]) => {
      return [statistic, names.map(read).find((value) => value !== undefined) ?? null] as const;
    });
    const isKnown = nested || statistics.some(([, value]) => value !== null);
    return isKnown ? [{ name: index, ...Object.fromEntries(statistics) }] : [];
  });
  return [...listed, ...named];
}

/** STAC roles and the contract's words for them. The record has no file with another role. */
const roles: readonly [stac: string, role: string][] = [
  ['thumbnail', 'thumbnail'],
  ['overview', 'visual'],
  ['visual', 'visual'],
  ['data', 'data'],
];

const linkViolations = createSchemaCheck('LinkUrl');

/** Assets with a URL that the contract allows. Others, such as those in a bucket (`s3://`), are left out: no front end can open them. */
function assetsOf(assets: unknown): JsonObject[] {
  return Object.entries(isRecord(assets) ? assets : {}).flatMap(([key, asset]) => {
    if (!isRecord(asset) || linkViolations(asset.href).length > 0) return [];
    const own = Array.isArray(asset.roles) ? asset.roles : [];
    const role = roles.find(([stac]) => own.includes(stac) || key === stac)?.[1];
    if (!role) return [];
    const index = indexNames.find((name) => key.toLowerCase() === name) ?? null;
    return [{ role, index, href: asset.href, media_type: typeof asset.type === 'string' ? asset.type : null }];
  });
}
