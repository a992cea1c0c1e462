/** What degree days and water balance share: one line over the days, dashed where it is expected, and perhaps a limit across. */
import { useCallback, useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { type Colours, faded } from '../charts/colours.ts';
import { dayAxis, dayRange, markToday, valueAxis } from '../charts/day-axis.ts';
import { Plot } from '../charts/plot.tsx';
import { daySeconds } from '../days.ts';

/** A day and its value; null is a gap. */
export interface LineDay {
  date: string;
  isExpected: boolean;
  value: number | null;
}

/** What the line is of. */
export interface DayLineProps {
  label: string;
  days: readonly LineDay[];
  today: string;
  colour: 'growth' | 'water';
  limit?: number;
  /** Larger is lower: what is missing grows downwards. */
  isDownwards?: boolean;
  /** The sentence of a day. */
  say(at: number): string;
}

/** The line, with the sentence of the chosen day above it. */
export function DayLine({ label, days, today, colour, limit, isDownwards = false, say }: DayLineProps) {
  const [at, setAt] = useState<number>();
  const lastObserved = days.findLastIndex(({ isExpected }) => !isExpected);
  const chosen = Math.max(0, Math.min(at ?? lastObserved, days.length - 1));

  const data = useMemo((): uPlot.AlignedData => {
    const isJoin = (index: number) => days[index]?.isExpected || days[index + 1]?.isExpected;
    return [
      days.map(({ date }) => daySeconds(date)),
      days.map(({ isExpected, value }) => (isExpected ? null : value)),
      days.map(({ value }, index) => (isJoin(index) ? value : null)),
      days.map(() => limit ?? null),
    ];
  }, [days, limit]);

  const options = useCallback(
    (colours: Colours): Omit<uPlot.Options, 'width' | 'height'> => {
      const stroke = colours[colour];
      const fill = faded(stroke, 0.14);
      return {
        scales: {
          x: { range: () => dayRange(days.map(({ date }) => date)) },
          y: {
            dir: isDownwards ? -1 : 1,
            range: (_plot, _min, max) => [0, Math.max(max, limit ?? 0, Number.EPSILON) * 1.1],
          },
        },
        axes: [dayAxis(colours), valueAxis(colours)],
        series: [
          {},
          { stroke, fill, width: 2.25, points: { show: false } },
          { stroke, fill: faded(stroke, 0.05), width: 1.75, dash: [4, 4], points: { show: false } },
          { stroke: colours.limit, width: 1.5, dash: [8, 4], points: { show: false } },
        ],
        hooks: { draw: [markToday(today, colours)] },
      };
    },
    [days, colour, isDownwards, limit, today],
  );

  return (
    <>
      <p class="said" aria-hidden="true">
        {say(chosen)}
      </p>
      <Plot label={label} data={data} options={options} at={chosen} said={say(chosen)} onMove={setAt} />
    </>
  );
}
