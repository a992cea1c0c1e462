/** Weather: the band between each day's extremes, rain as bars, and the forecast in other strokes than the observed days. */
import { useCallback, useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { faded, type Colours } from '../charts/colours.ts';
import {
  dayAxis,
  dayRange,
  isForecast,
  lastObserved,
  linesOf,
  markForecast,
  padding,
  valueAxis,
} from '../charts/day-axis.ts';
import { Plot, type PlotOptions } from '../charts/plot.tsx';
import { addDays, daySeconds, writeDay } from '../days.ts';
import { forecastMark, signOf, words, write, writeRain } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { FieldData, PanelInput } from './input.ts';

type Weather = NonNullable<FieldData['weather']>[number];
type Day = Omit<Weather, 'startsAt' | 'endsAt'> & { date: string };

/** The rain axis ends at this many times the most rain, so that bars stay in the lowest part of the chart. */
const rainScale = 2.6;
const rainLeast: Readonly<Record<string, number>> = { MILLIMETRE: 5, INCH: 0.2 };

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Minimum', of: ({ temperatureMin }) => write(temperatureMin), isNumber: true },
  { title: 'Maximum', of: ({ temperatureMax }) => write(temperatureMax), isNumber: true },
  { title: 'Rain', of: ({ precipitation }) => writeRain(precipitation), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
  { title: 'Provenance', of: ({ source }) => words(source.provenance) },
];

const say = ({ date, kind, temperatureMin, temperatureMax, precipitation }: Day): string =>
  `${writeDay(date)}: ${write(temperatureMin)} to ${write(temperatureMax)}, rain ${writeRain(precipitation)}${forecastMark(kind)}`;

export function WeatherPanel(input: PanelInput) {
  const { field } = input;
  const { temperature, depth } = input.variables;
  const days = useMemo(() => withGaps(field.weather ?? []), [field]);
  const first = lastObserved(days);

  const data = useMemo((): uPlot.AlignedData => {
    const [rain] = linesOf(days, ({ precipitation }) => precipitation?.value ?? null);
    const [warmest, warmestForecast] = linesOf(days, ({ temperatureMax }) => temperatureMax?.value ?? null);
    const [coldest, coldestForecast] = linesOf(days, ({ temperatureMin }) => temperatureMin?.value ?? null);
    return [
      days.map(({ date }) => daySeconds(date)),
      rain,
      // Bars, which do not join.
      days.map((day) => (isForecast(day) ? (day.precipitation?.value ?? null) : null)),
      warmest,
      coldest,
      warmestForecast,
      coldestForecast,
    ];
  }, [days]);

  const options = useCallback(
    (colours: Colours): PlotOptions => {
      const bars = uPlot.paths.bars?.({ size: [0.62, 14], radius: 0.2 });
      const dash = [4, 4];
      return {
        padding,
        scales: {
          x: { range: () => dayRange(days) },
          y: {
            range: (_plot, min, max) => {
              // The range must not be empty: uPlot would search it for ticks forever.
              const span = max - min || 1;
              return [min - span * 0.55, max + span * 0.08];
            },
          },
          rain: { range: (_plot, _min, max) => [0, Math.max(max, rainLeast[depth] ?? 1) * rainScale] },
        },
        axes: [
          dayAxis(colours),
          valueAxis(colours, { scale: 'y', label: signOf(temperature) }),
          valueAxis(colours, {
            scale: 'rain',
            side: 1,
            size: 30,
            label: signOf(depth),
            grid: { show: false },
            filter: ({ scales }, splits) =>
              splits.map((each) => (each * rainScale > (scales.rain?.max ?? 0) ? null : each)),
          }),
        ],
        series: [
          {},
          { scale: 'rain', fill: colours.rain, stroke: colours.rain, width: 0, paths: bars },
          { scale: 'rain', fill: faded(colours.rain, 0.15), stroke: colours.rain, width: 1.25, paths: bars },
          { stroke: colours.warm, width: 2 },
          { stroke: colours.cool, width: 2 },
          { stroke: colours.warm, width: 1.75, dash },
          { stroke: colours.cool, width: 1.75, dash },
        ],
        bands: [
          { series: [3, 4], fill: faded(colours.warm, 0.18) },
          { series: [5, 6], fill: faded(colours.warm, 0.07) },
        ],
        hooks: { draw: [markForecast(days, colours)] },
      };
    },
    [days, temperature, depth],
  );

  return (
    <Panel
      id="weather"
      title="Weather"
      about={`The last 30 days and the next 7, temperature (${signOf(temperature)}) and rain (${signOf(depth)})`}
      input={input}
      list="weather"
      fragment="Weather"
      empty={days.length === 0 && 'The service has no weather for these days.'}
      rows={days}
      columns={columns}
    >
      <Plot
        label="Weather, day by day"
        points={days}
        first={first}
        say={say}
        data={data}
        options={options}
        height={250}
      />
      <Legend words={{ band: 'Daily min-max', rain: 'Rain', forecast: 'Forecast' }} />
    </Panel>
  );
}

const unknownDay = {
  kind: 'UNKNOWN',
  temperatureMin: null,
  temperatureMax: null,
  precipitation: null,
  source: { provenance: 'UNKNOWN' },
} as const;

/** The records, with an unknown day for each missing date between them: otherwise lines would cross the gap. */
function withGaps(weather: readonly Weather[]): Day[] {
  const records = weather.filter((record): record is Weather & { date: string } => record.date !== null);
  return records.flatMap((record, index) => {
    const days: Day[] = [record];
    const next = records[index + 1]?.date ?? '';
    for (let date = addDays(record.date, 1); date < next; date = addDays(date, 1)) days.push({ ...unknownDay, date });
    return days;
  });
}
