/** The field at a glance: one figure of each panel, and the latest observation. */
import type { ComponentChildren } from 'preact';
import { addDays, writeHour, writeInstant } from '../days.ts';
import { dash, forecastMark, sentenceCase, signOf, write, writeNumber, writeRain, writeRounded } from '../measures.ts';
import { isOver } from '../now.ts';
import type { FieldData, PanelInput } from '../panels/input.ts';
import { ratedHours } from '../panels/spray-hours.tsx';
import { isSoilAssumed } from '../settings.ts';
import { soilOf } from '../variables.ts';

const weekDays = 7;

export function KeyFigures({ field, today, variables }: PanelInput) {
  const { timezone, weather, growingDegreeDays, waterBalance, indexSeason, sprayConditions, timeline } = field;
  const now = weather?.find(({ date }) => date === today);
  const soFar = growingDegreeDays?.days.findLast(({ kind }) => kind === 'OBSERVED');
  const soil = waterBalance?.days.findLast(({ kind }) => kind === 'OBSERVED');
  const scene = indexSeason?.points.findLast(({ mean }) => mean !== null);
  const next = sprayConditions?.windows.find((window) => !isOver(window));
  const rated = ratedHours(sprayConditions?.hours ?? []).length;
  const latest = timeline?.flatMap(({ observations }) => observations ?? [])[0];
  const entries: [title: string, value: ComponentChildren][] = [
    [
      `Today${forecastMark(now?.kind)}`,
      now ? `${writeNumber(now.temperatureMin?.value, 0)} to ${write(now.temperatureMax, 0)}` : dash,
    ],
    [`Rain, last ${weekDays} days`, writeRain(rainOf(weather, today))],
    [
      'Degree days',
      soFar && growingDegreeDays?.total
        ? `${soFar.missingDays > 0 ? 'at least ' : ''}${writeNumber(soFar.accumulated, 0)} ${signOf(growingDegreeDays.total.unit)}`
        : dash,
    ],
    [
      'Soil water deficit',
      <>
        {writeRounded(soil?.depletion)}{' '}
        {isSoilAssumed(soilOf(variables)) && soil?.depletion && <small>assumed soil</small>}
      </>,
    ],
    ['Latest clear NDVI', writeNumber(scene?.mean, 2)],
    ['Next spray window', next ? writeHour(next.startsAt, timezone) : rated > 0 ? `none in ${rated} h` : dash],
  ];
  return (
    <dl class="figures">
      {entries.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {latest && (
        <div class="latest row">
          <dt>Latest observation</dt>
          <dd>
            {writeInstant(latest.observedAt, timezone)} · {sentenceCase(latest.category)} · <bdi>{latest.text}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Rain of the seven days before today, or up to today if it is observed. Null if one is unknown: the sum would be too small. */
function rainOf(weather: FieldData['weather'], today: string) {
  const observed = new Map(
    weather?.flatMap(({ date, kind, precipitation }) => (kind === 'OBSERVED' ? [[date, precipitation]] : [])),
  );
  const end = observed.has(today) ? 0 : -1;
  const depths = Array.from({ length: weekDays }, (_, back) => observed.get(addDays(today, end - back)) ?? null);
  const [first] = depths;
  if (!first || depths.includes(null)) return null;
  return { value: depths.reduce((sum, depth) => sum + (depth?.value ?? 0), 0), unit: first.unit };
}
