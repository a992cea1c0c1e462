/** From scenes to a season: what each says of one index, and what earlier years said on the same day. A scene that is not clear says nothing. */
import type { Components } from '../builder.ts';
import { earlierAt, type IndexScene, shapeSeason } from '../../../agronomy/index-season.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { EarthObservation } from '../../reads/earth-observations.ts';
import { convertNumber } from '../units.ts';
import { rounded, roundedOrNull } from '../weather/days.ts';
import { instantOf } from '../weather/intervals.ts';
import { scenesInOrder } from '../earth-observations/in-order.ts';
import { statisticsOf } from '../earth-observations/record.ts';

/** The season, as the graph shows it: numbers rounded. */
export type Season = ReturnType<typeof seasonOf>;

/** How scenes are read. */
interface SeasonOptions {
  index: Components['IndexName'] | 'unknown';
  /** Percent; 100 takes every scene, with or without a cloud cover. */
  maxCloudCover: number;
  floor: number;
  maxGapDays: number;
}

/** The season of scenes in any order, compared with those of earlier years. Throws UPSTREAM_ERROR for what no number can be read from. */
export function seasonOf(sent: EarthObservation[], earlier: EarthObservation[][], options: SeasonOptions) {
  const scenes = scenesInOrder(sent);
  const years = earlier.map((each) => scenesInOrder(each).map((scene) => sceneOf(scene, options)));
  const points = scenes.map((scene) => {
    const { atMs, mean } = sceneOf(scene, options);
    const { mean: earlierMean, years: known } = earlierAt(years, atMs, options.maxGapDays);
    return {
      acquired_at: scene.acquired_at,
      atMs,
      mean,
      earlierMean: roundedOrNull(earlierMean),
      earlierYears: known,
      difference: mean === null || earlierMean === null ? null : rounded(mean - earlierMean),
      earthObservation: scene,
    };
  });
  const shape = shapeSeason(points, options.floor);
  return {
    ...shape,
    points,
    longestGapDays: roundedOrNull(shape.longestGapDays),
    area: roundedOrNull(shape.area),
    change: roundedOrNull(shape.change),
    changeDays: roundedOrNull(shape.changeDays),
    provenances: [...new Set([scenes, ...earlier].flat().map(({ source }) => source.provenance))],
  };
}

/** What a scene says of the index. Throws UPSTREAM_ERROR for statistics or a cloud cover that are none. */
function sceneOf(scene: EarthObservation, { index, maxCloudCover }: SeasonOptions): IndexScene {
  const mean = isClearEnough(scene, maxCloudCover) ? (statisticsOf(scene.indices, index)?.mean ?? null) : null;
  const atMs = instantOf(scene.acquired_at);
  if (mean !== null && typeof mean !== 'number') throw new GatewayError('UPSTREAM_ERROR');
  return { atMs, mean };
}

function isClearEnough({ cloud_cover: cover }: EarthObservation, max: number): boolean {
  if (max === 100) return true;
  return cover != null && convertNumber('fraction', cover.value, cover.unit, 'percent') <= max;
}
