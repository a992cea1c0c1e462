/**
 * A chart of uPlot in the page: as wide as its place, in the colours of the theme, and walked through by pointer or arrow keys. What stands
 * at the chosen place is told by the panel, in words; to a screen reader the chart is a slider whose value is that sentence.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useColours, type Colours } from './colours.ts';
import { stepOf } from './step.ts';

/** What a panel says of its chart. */
export interface PlotProps {
  /** What the chart shows, for who cannot see it. */
  label: string;
  data: uPlot.AlignedData;
  /** Everything but size; called again when the theme changes. */
  options(colours: Colours): Omit<uPlot.Options, 'width' | 'height'>;
  height?: number;
  /** Place of the chosen point, and what is there. */
  at: number;
  said: string;
  onMove(at: number): void;
}

const heightDefault = 220;

/** The chart. */
export function Plot({ label, data, options, height = heightDefault, at, said, onMove }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const moved = useRef(onMove);
  moved.current = onMove;
  const colours = useColours();

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = new uPlot(
      {
        ...options(colours),
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        hooks: {
          setCursor: [({ cursor: { idx } }) => typeof idx === 'number' && moved.current(idx)],
          ...options(colours).hooks,
        },
      },
      data,
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== made.width)
        made.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [data, options, colours, height]);

  useEffect(() => {
    const chart = plot.current;
    const x = data[0][at];
    if (chart && x !== undefined && document.activeElement === place.current)
      chart.setCursor({ left: chart.valToPos(x, 'x'), top: 0 }, false);
  }, [at, data]);

  return (
    <div
      class="plot"
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, data[0].length - 1)}
      aria-valuenow={at}
      aria-valuetext={said}
      style={{ height: `${height}px` }}
      onKeyDown={(event) => {
        const to = stepOf(event.key, at, data[0].length);
        if (to === undefined) return;
        event.preventDefault();
        onMove(to);
      }}
    />
  );
}
