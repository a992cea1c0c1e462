/**
 * A chart of uPlot as wide as its container, in the colours of the theme, with a sentence about the chosen point above it. Pointer or arrow
 * keys choose; for a screen reader the chart is a slider whose value is that sentence.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useColours, type Colours } from './colours.ts';
import { type Slider, slider } from './slider.ts';

/** Everything but size. Points are shown only for series that say how. */
export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>;

export interface PlotProps extends Omit<Slider, 'count'> {
  data: uPlot.AlignedData;
  /** Called again when the theme changes. */
  options(colours: Colours): PlotOptions;
  height?: number;
}

const heightDefault = 220;

export function Plot({ label, data, options, height = heightDefault, at, said, onMove }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const moved = useRef(onMove);
  moved.current = onMove;
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
        hooks: {
          setCursor: [({ cursor: { idx } }) => typeof idx === 'number' && moved.current(idx)],
          ...hooks,
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
    <>
      <p class="said" aria-hidden="true">
        {said}
      </p>
      <div
        class="plot"
        ref={place}
        style={{ height: `${height}px` }}
        {...slider({ label, count: data[0].length, at, said, onMove })}
      />
    </>
  );
}
