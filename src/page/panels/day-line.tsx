/** A line over days, for degree days and the water balance: solid where observed, dashed where forecast, with a limit if there is one. */
import { useCallback, useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import { type Colours, faded } from '../charts/colours.ts';
import { dayAxis, dayRange, lastObserved, linesOf, markForecast, padding, valueAxis } from '../charts/day-axis.ts';
import { Plot, type PlotOptions } from '../charts/plot.tsx';
import { daySeconds } from '../days.ts';

interface DayLineProps<Day> {
  label: string;
  days: readonly Day[];
  /** Must be the same function in each render. Null is a gap. */
  toValue(day: Day): number | null;
  unit: string;
  colour: 'growth' | 'water';
  limit?: number;
  /** Larger is lower: a deficit grows downwards. */
  isDownwards?: boolean;
  /** The sentence of a day. */
  say(day: Day): string;
}

export function DayLine<Day extends { date: string; kind: string }>(props: DayLineProps<Day>) {
  const { label, days, toValue, unit, colour, limit, isDownwards = false, say } = props;
  const first = lastObserved(days);

  const data = useMemo(
    (): uPlot.AlignedData => [
      days.map(({ date }) => daySeconds(date)),
      ...linesOf(days, toValue),
      days.map(() => limit ?? null),
    ],
    [days, toValue, limit],
  );

  const options = useCallback(
    (colours: Colours): PlotOptions => {
      const stroke = colours[colour];
      const fill = faded(stroke, 0.14);
      return {
        padding,
        scales: {
          x: { range: () => dayRange(days) },
          y: {
            dir: isDownwards ? -1 : 1,
            range: (_plot, _min, max) => [0, Math.max(max, limit ?? 0, Number.EPSILON) * 1.1],
          },
        },
        axes: [dayAxis(colours), valueAxis(colours, { label: unit })],
        series: [
          {},
          { stroke, fill, width: 2.25 },
          { stroke, fill: faded(stroke, 0.05), width: 1.75, dash: [4, 4] },
          { stroke: colours.limit, width: 1.5, dash: [8, 4] },
        ],
        hooks: { draw: [markForecast(days, colours)] },
      };
    },
    [days, unit, colour, isDownwards, limit],
  );

  return <Plot label={label} points={days} first={first} say={say} data={data} options={options} />;
}
