/** Scenes in order, each once, whatever order and however often the service sent them. */
import type { EarthObservation } from '../../reads/earth-observations.ts';

/** The scenes oldest first; one that came twice, once. */
export function scenesInOrder(scenes: readonly EarthObservation[]): EarthObservation[] {
  const timed = scenes.map((scene) => ({ scene, atMs: Date.parse(scene.acquired_at) }));
  timed.sort((one, other) => one.atMs - other.atMs);
  const ids = new Set<string>();
  return timed.flatMap(({ scene }) => {
    const isKnown = ids.has(scene.id);
    ids.add(scene.id);
    return isKnown ? [] : scene;
  });
}
