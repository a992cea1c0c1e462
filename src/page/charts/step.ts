/** Where a key leads in a row of points, as the keyboard of a slider has it (ARIA Authoring Practices, slider). */

const leap = 7;

/** The place that the key leads to; undefined for a key that leads nowhere. */
export function stepOf(key: string, at: number, count: number): number | undefined {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - leap,
    PageUp: at + leap,
    Home: 0,
    End: count - 1,
  };
  const place = to[key];
  return place === undefined ? undefined : Math.max(0, Math.min(count - 1, place));
}
