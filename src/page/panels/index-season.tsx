/** NDVI of the season: clear scenes as a line, others as gaps, and the average of the two previous years. */
import { useCallback, useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Colours } from '../charts/colours.ts';
import { dayAxis, markClouds, valueAxis } from '../charts/day-axis.ts';
import { Plot, type PlotOptions } from '../charts/plot.tsx';
import { localDate, writeDay } from '../days.ts';
import { writeCount, writeNumber } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { FieldData, PanelInput } from './input.ts';

type Season = NonNullable<FieldData['indexSeason']>;
type Point = Season['points'][number];

/** Cloud, an unknown cloud cover, or a scene without the index. */
const unclear = 'no clear NDVI';

export function IndexSeasonPanel(input: PanelInput) {
  const { timezone, indexSeason: season } = input.field;
  const points = useMemo(() => season?.points ?? [], [season]);
  const first = points.findLastIndex(({ mean }) => mean !== null);

  const data = useMemo(
    (): uPlot.AlignedData => [
      points.map(({ acquiredAt }) => Date.parse(acquiredAt) / 1_000),
      points.map(({ earlierMean }) => earlierMean),
      points.map(({ mean }) => mean),
    ],
    [points],
  );
  const options = useCallback(
    (colours: Colours): PlotOptions => ({
      scales: { y: { range: (_plot, min, max) => [Math.min(0, min), Math.max(1, max)] } },
      axes: [dayAxis(colours), valueAxis(colours, { label: 'NDVI' })],
      series: [
        {},
        { stroke: colours['growth-quiet'], width: 5, points: { show: true, size: 5, fill: colours['growth-quiet'] } },
        { stroke: colours.growth, width: 2.25, points: { show: true, size: 7, fill: colours.growth } },
      ],
      hooks: { draw: [markClouds(colours)] },
    }),
    [],
  );

  const day = (each: Point) => dayOf(each, timezone);
  const say = (each: Point) => {
    const own = each.mean === null ? unclear : `NDVI ${writeNumber(each.mean, 2)}`;
    return `${day(each)}: ${own}${each.earlierMean === null ? '' : `, ${writeNumber(each.earlierMean, 2)} average of ${yearsOf(each)}`}`;
  };
  const columns: Column<Point>[] = [
    { title: 'Scene', of: day },
    { title: 'NDVI', of: ({ mean }) => (mean === null ? unclear : writeNumber(mean, 2)), isNumber: true },
    { title: 'Previous years', of: ({ earlierMean }) => writeNumber(earlierMean, 2), isNumber: true },
    { title: 'Years averaged', of: ({ earlierYears }) => String(earlierYears), isNumber: true },
  ];
  return (
    <Panel
      id="index-season"
      title="NDVI this season"
      about={season ? aboutOf(season, timezone) : 'By satellite'}
      input={input}
      list="indexSeason"
      fragment="IndexSeason"
      empty={points.length === 0 && 'This field has no satellite scene this season.'}
      rows={points}
      columns={columns}
    >
      <Plot label="NDVI, scene by scene" points={points} first={first} say={say} data={data} options={options} />
      <Legend
        words={{
          growth: 'NDVI of clear scenes',
          cloudy: 'Scene without clear NDVI',
          earlier: points.some(({ earlierMean }) => earlierMean !== null) && `Average of ${yearsOf(...points)}`,
        }}
      />
    </Panel>
  );
}

const dayOf = ({ acquiredAt }: { acquiredAt: string }, timezone: string | null) =>
  writeDay(localDate(new Date(acquiredAt), timezone));

const yearsOf = (...points: Point[]) =>
  Math.max(...points.map(({ earlierYears }) => earlierYears)) === 1 ? '1 previous year' : 'the two previous years';

function aboutOf(season: Season, timezone: string | null): string {
  const { clearScenes, missingScenes, points, peak, change, changeDays } = season;
  const latest = points.findLast(({ mean }) => mean !== null);
  const peakDay = peak ? `, highest ${writeNumber(peak.mean, 2)} on ${dayOf(peak, timezone)}` : '';
  const changed =
    change === null || changeDays === null || latest === undefined
      ? ''
      : `, ${change > 0 ? '+' : ''}${writeNumber(change, 2)} in the ${writeCount(changeDays, 'day')} before ${dayOf(latest, timezone)}`;
  return `${writeCount(clearScenes, 'clear scene')}, ${missingScenes} without clear NDVI${peakDay}${changed}`;
}
