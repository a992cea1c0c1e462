/** Axes and marks that the charts share. */
import type uPlot from 'uplot';
import { daySeconds, writeMonth, writeShortDay } from '../days.ts';
import type { Colours } from './colours.ts';

const oneDay = 86_400;
/** Size of the word above the plotting area, in CSS pixels. */
const wordWidth = 60;
const wordHeight = 16;
const font = '12px system-ui, sans-serif';

const isoDay = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

/** Days along the bottom, or months where there are many. */
export function dayAxis({ quiet, grid }: Colours): uPlot.Axis {
  return {
    stroke: quiet,
    font,
    size: 30,
    gap: 3,
    grid: { show: false },
    ticks: { stroke: grid, width: 1, size: 5 },
    space: 58,
    incrs: [1, 2, 7, 14, 28, 31, 61, 92].map((days) => days * oneDay),
    splits: (_plot, _axis, min, max, incr) => splitsOf(min, max, incr),
    values: (_plot, splits) => {
      const months = splits.length > 1 && splits.every((each) => isoDay(each).endsWith('-01'));
      return splits.map((each) => (months ? writeMonth(isoDay(each)) : writeShortDay(isoDay(each))));
    },
  };
}

/** Positions of days, or of the first days of months if there are too many days. */
function splitsOf(min: number, max: number, incr: number): number[] {
  const days = Math.round(incr / oneDay);
  const splits: number[] = [];
  if (days >= 28) {
    const every = Math.max(1, Math.round(days / 30.5));
    const first = new Date(min * 1_000);
    for (let month = first.getUTCMonth(); ; month += every) {
      const at = Date.UTC(first.getUTCFullYear(), month, 1) / 1_000;
      if (at > max) return splits;
      if (at >= min) splits.push(at);
    }
  }
  for (let at = Math.ceil(min / oneDay) * oneDay; at <= max; at += days * oneDay) splits.push(at);
  return splits;
}

/** An axis of values, with its unit along it. */
export function valueAxis({ quiet, grid }: Colours, axis: Partial<uPlot.Axis> & { label: string }): uPlot.Axis {
  const label = { labelFont: font, labelSize: 16, labelGap: 0 };
  return {
    stroke: quiet,
    font,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    size: 46,
    gap: 4,
    ...label,
    ...axis,
  };
}

/** Space above the plotting area for the word of `markForecast`. */
export const padding: uPlot.Padding = [wordHeight, null, null, null];

/** Whether a day is a forecast, not observed or unknown. */
export const isForecast = ({ kind }: { kind: string }): boolean => kind === 'FORECAST';

/** Values of the days without a forecast, and those of the forecast, each as a line. The second also has the days next to it: they join. */
export const linesOf = <Day extends { kind: string }>(days: readonly Day[], toValue: (day: Day) => number | null) =>
  [
    days.map((day) => (isForecast(day) ? null : toValue(day))),
    days.map((day, at) => (days.slice(Math.max(0, at - 1), at + 2).some(isForecast) ? toValue(day) : null)),
  ] as const;

/** Index of the last observed day, or -1: a day before it may have only a forecast. */
export const lastObserved = (days: readonly { kind: string }[]): number =>
  days.findLastIndex(({ kind }) => kind === 'OBSERVED');

/** A line where the forecast begins, with the word above it; none without a forecast. */
export function markForecast(days: readonly { date: string; kind: string }[], { quiet }: Colours) {
  const first = days.slice(lastObserved(days) + 1).find(isForecast);
  return (plot: uPlot): void => {
    if (first === undefined) return;
    const x = plot.valToPos(daySeconds(first.date), 'x', true);
    const { left, top, width, height } = plot.bbox;
    if (x < left || x > left + width) return;
    const { ctx } = plot;
    ctx.save();
    ctx.strokeStyle = quiet;
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    ctx.fillStyle = quiet;
    const isWide = left + width - x > wordWidth * devicePixelRatio;
    ctx.textAlign = isWide ? 'left' : 'right';
    ctx.textBaseline = 'alphabetic';
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.fillText('Forecast', isWide ? x : left + width, top - 5 * devicePixelRatio);
    ctx.restore();
  };
}

const cloudWidth = 3;
const cloudHeight = 6;

/** A mark at the bottom for each missing value of the last series: a scene that is not clear. */
export function markClouds({ quiet }: Colours): (plot: uPlot) => void {
  return (plot) => {
    const { ctx, bbox, data } = plot;
    ctx.save();
    ctx.fillStyle = quiet;
    data.at(-1)?.forEach((value, at) => {
      if (value !== null && value !== undefined) return;
      const x = plot.valToPos(data[0][at] ?? 0, 'x', true);
      const [width, height] = [cloudWidth * devicePixelRatio, cloudHeight * devicePixelRatio];
      ctx.fillRect(x - width / 2, bbox.top + bbox.height - height, width, height);
    });
    ctx.restore();
  };
}

/** The range of a chart's days, with half a day on both sides so that bars at the edge are whole. */
export function dayRange(days: readonly { date: string }[]): [number, number] {
  const [first = { date: '1970-01-01' }] = days;
  return [daySeconds(first.date) - oneDay / 2, daySeconds((days.at(-1) ?? first).date) + oneDay / 2];
}
