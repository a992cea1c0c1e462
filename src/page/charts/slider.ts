/** The attributes of a slider over a row of points, moved by the keyboard (ARIA Authoring Practices, slider). */

const leap = 7;

/** A row of points, one of which is chosen. */
interface Slider {
  /** Label of the chart for screen readers. */
  label: string;
  count: number;
  /** Index of the chosen point, and its sentence. */
  at: number;
  said: string;
  onMove(at: number): void;
}

export function slider({ label, count, at, said, onMove }: Slider) {
  const moves: Record<string, number> = {
    ...{ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 },
    ...{ PageDown: at - leap, PageUp: at + leap, Home: 0, End: count - 1 },
  };
  return {
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(0, count - 1),
    'aria-valuenow': at,
    'aria-valuetext': said,
    onKeyDown: (event: KeyboardEvent) => {
      const to = moves[event.key];
      // With a modifier key, it is a shortcut of the browser.
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onMove(Math.max(0, Math.min(count - 1, to)));
    },
  };
}
