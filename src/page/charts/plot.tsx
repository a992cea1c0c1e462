/**
 * A chart of uPlot as wide as its container, in the colours of the theme, with a sentence about the chosen point above it. Pointer or arrow
 * keys choose; for a screen reader the chart is a slider whose value is that sentence.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { useColours, type Colours } from './colours.ts';
import { slider } from './slider.ts';

/** All options except the size. Points are shown only for series that set `points`. */
export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>;

interface PlotProps<Point> {
  /** Label of the chart for screen readers. */
  label: string;
  points: readonly Point[];
  /** Index of the point that is chosen at first. */
  first: number;
  /** The sentence of a point. */
  say(point: Point): string;
  /** The values of the points. */
  data: uPlot.AlignedData;
  /** Called again when the theme changes. */
  options(colours: Colours): PlotOptions;
  height?: number;
}

const heightDefault = 220;

export function Plot<Point>(props: PlotProps<Point>) {
  const { label, points, first, say, data, options, height = heightDefault } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const [moved, setMoved] = useState<number>();
  const at = Math.max(0, Math.min(moved ?? first, points.length - 1));
  const point = points[at];
  const said = point === undefined ? '' : say(point);
  const colours = useColours();

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const { series, hooks, ...others } = options(colours);
    const made = new uPlot(
      {
        ...others,
        series: series.map((each) => ({ points: { show: false }, ...each })),
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        hooks: { setCursor: [({ cursor: { idx } }) => typeof idx === 'number' && setMoved(idx)], ...hooks },
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
    <>
      <p class="said" aria-hidden="true">
        {said}
      </p>
      <div
        class="plot"
        ref={place}
        style={{ height: `${height}px` }}
        {...slider({ label, count: points.length, at, said, onMove: setMoved })}
      />
    </>
  );
}
