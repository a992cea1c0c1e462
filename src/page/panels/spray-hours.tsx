/** Spray windows as a strip of hours: pointer or arrow keys choose an hour and show its rules. Verdicts differ by sign and colour. */
import { useState } from 'preact/hooks';
import { slider } from '../charts/slider.ts';
import { writeHour } from '../days.ts';
import { words, writeCount } from '../measures.ts';
import { isOver } from '../now.ts';
import { Legend } from '../parts/legend.tsx';
import { type NumberInput, NumberInputs } from '../parts/number-inputs.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { SprayLimits } from '../settings.ts';
import type { FieldData, PanelInput } from './input.ts';

type Conditions = NonNullable<FieldData['sprayConditions']>;
type Hour = Conditions['hours'][number];

/** The defaults are the graph's own. */
const inputs: NumberInput<keyof SprayLimits>[] = [
  { name: 'minWind', title: 'Minimum wind (m/s)', min: 0, max: 50, step: 'any', fallback: '0.83' },
  { name: 'maxWind', title: 'Maximum wind (m/s)', min: 0, max: 50, step: 'any', fallback: '5.56' },
  { name: 'maxGust', title: 'Maximum gust (m/s)', min: 0, max: 100, step: 'any', fallback: 'no limit' },
  { name: 'minTemperature', title: 'Minimum temperature (°C)', min: -50, max: 60, step: 'any', fallback: 'no limit' },
  { name: 'maxTemperature', title: 'Maximum temperature (°C)', min: -50, max: 60, step: 'any', fallback: '28' },
  { name: 'minDeltaT', title: 'Marginal below Delta-T (K)', min: 0, max: 50, step: 'any', fallback: '2' },
  { name: 'marginalDeltaT', title: 'Marginal above Delta-T (K)', min: 0, max: 50, step: 'any', fallback: '8' },
  { name: 'maxDeltaT', title: 'Unsuitable above Delta-T (K)', min: 0, max: 50, step: 'any', fallback: '10' },
  { name: 'dryHours', title: 'Dry hours afterwards', min: 0, max: 24, step: 1, fallback: '4' },
  { name: 'daylightMarginHours', title: 'Daylight hours around', min: 0, max: 12, step: 1, fallback: '2' },
];

const verdicts = ['suitable', 'marginal', 'unsuitable', 'unknown'];

/** In the order in which they decide the verdict of an hour. */
const outcomes = ['FAIL', 'UNKNOWN', 'MARGINAL', 'PASS'] as const;

/** Every rule, the deciding ones first. */
function rulesOf({ rules }: Hour): Hour['rules'] {
  return outcomes.flatMap((outcome) => rules.filter((rule) => rule.outcome === outcome));
}

/** Why the hour is not suitable. */
function reasonsOf(hour: Hour): string[] {
  const reasons = rulesOf(hour).flatMap(({ outcome, reason }) => (outcome === 'PASS' ? [] : reason));
  return reasons.length === 0 ? ['Every rule passes.'] : reasons;
}

/** `change` says how the verdicts differ from those shown before. */
export function SprayHoursPanel({ change, ...input }: PanelInput & { change: string | undefined }) {
  const { field, settings, onSettings } = input;
  const limits = settings.sprayLimits;
  const conditions = field.sprayConditions;
  const hours = conditions?.hours ?? [];
  /** Start of the chosen hour: in a later answer it has another index. */
  const [at, setAt] = useState<string>();
  const first = hours.findIndex((each) => !isOver(each));
  const found = hours.findIndex(({ startsAt }) => startsAt === at);
  const chosen = found < 0 ? Math.max(0, first) : found;
  const hour = hours[chosen];
  const when = ({ startsAt }: Hour) => writeHour(startsAt, field.timezone);
  const columns: Column<Hour>[] = [
    { title: 'Hour', of: when },
    { title: 'Verdict', of: ({ verdict }) => words(verdict) },
    { title: 'Reasons', of: (each) => reasonsOf(each).join(' ') },
  ];
  return (
    <Panel
      id="spray-hours"
      title="Spray windows"
      about={conditions ? aboutOf(conditions, field.timezone) : 'The next 48 hours'}
      input={input}
      list="sprayConditions"
      fragment="SprayHours"
      empty={hours.length === 0 && 'The service has no hourly forecast for this field.'}
      rows={hours}
      columns={columns}
      inputs={
        <NumberInputs
          summary={`Rules: ${Object.keys(limits).length === 0 ? 'default limits' : 'your limits'}`}
          inputs={inputs}
          values={limits}
          onChange={(name, value) => {
            const { [name]: _before, ...others } = limits;
            onSettings({ sprayLimits: value === undefined ? others : { ...others, [name]: value } });
          }}
          onReset={() => onSettings({ sprayLimits: {} })}
        />
      }
    >
      {hour && (
        <>
          <p class="zone" role="status">
            {change}
          </p>
          <div
            class="strip"
            {...slider({
              label: 'Spray windows, hour by hour',
              count: hours.length,
              at: chosen,
              said: `${when(hour)}: ${words(hour.verdict)}. ${reasonsOf(hour).join(' ')}`,
              onMove: (index) => setAt(hours[index]?.startsAt),
            })}
          >
            {hours.map((each, index) => (
              <i
                key={each.startsAt}
                class={`hour ${each.verdict.toLowerCase()}${index === chosen ? ' chosen' : ''}`}
                onPointerEnter={() => setAt(each.startsAt)}
                onPointerDown={({ currentTarget, pointerId }) => {
                  // With the capture, a finger would stay with its first hour.
                  currentTarget.releasePointerCapture(pointerId);
                  setAt(each.startsAt);
                }}
              />
            ))}
          </div>
          <div class="clock" aria-hidden="true">
            {hours
              .filter((_each, index) => index % 12 === 0)
              .map((each) => (
                <span key={each.startsAt}>{when(each)}</span>
              ))}
          </div>
          <div class="reasons" aria-hidden="true">
            <p class="said">
              <b class={`verdict ${hour.verdict.toLowerCase()}`}>{words(hour.verdict)}</b> {when(hour)}
            </p>
            <ul>
              {rulesOf(hour).map(({ rule, outcome, reason }) => (
                <li key={rule} class={outcome.toLowerCase()}>
                  {reason}
                </li>
              ))}
            </ul>
          </div>
          <Legend words={Object.fromEntries(verdicts.map((verdict) => [`hour ${verdict}`, verdict]))} />
        </>
      )}
    </Panel>
  );
}

/** The hours that are not over and whose verdict is known. */
export const ratedHours = (hours: readonly Hour[]): Hour[] =>
  hours.filter((hour) => !isOver(hour) && hour.verdict !== 'UNKNOWN');

function aboutOf({ hours, windows, hoursWithoutRecord }: Conditions, timezone: string | null): string {
  const first = windows.find((window) => !isOver(window));
  const rated = ratedHours(hours).length;
  const next = first
    ? `Next: ${writeHour(first.startsAt, timezone)}, ${writeCount(first.hourCount, 'hour')}`
    : rated > 0
      ? `No suitable hours in the next ${rated}`
      : hours.length > 0 && hours.every(isOver)
        ? 'All hours of this data are over'
        : 'Suitable hours are unknown';
  return `${next}${hoursWithoutRecord > 0 ? `; no forecast for ${writeCount(hoursWithoutRecord, 'hour')}` : ''}. Guidance only: follow the product label.`;
}
