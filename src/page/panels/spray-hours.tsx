/** Hours for spraying as a strip; pointer or arrow keys choose an hour and show its rules. Verdicts differ by sign as well as colour. */
import { useState } from 'preact/hooks';
import { SprayHoursPanelDocument } from '../__generated__/graphql.ts';
import { slider } from '../charts/slider.ts';
import { writeHour } from '../days.ts';
import { words } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { FieldData, PanelInput } from './input.ts';

type Conditions = NonNullable<FieldData['sprayConditions']>;
type Hour = Conditions['hours'][number];

/** Outcomes that make an hour unsuitable, the worst first. */
const outcomes = ['FAIL', 'UNKNOWN', 'MARGINAL'] as const;

/** Every rule, those that decide first. */
function everyRuleOf({ rules }: Hour): Hour['rules'] {
  return [...outcomes, 'PASS'].flatMap((outcome) => rules.filter((rule) => rule.outcome === outcome));
}

function reasonsOf({ rules }: Hour): string[] {
  const reasons = outcomes.flatMap((outcome) =>
    rules.filter((rule) => rule.outcome === outcome).map(({ reason }) => reason),
  );
  return reasons.length === 0 ? ['Every rule is met.'] : reasons;
}

export function SprayHoursPanel(input: PanelInput) {
  const { field } = input;
  const conditions = field.sprayConditions;
  const hours = conditions?.hours ?? [];
  const [at, setAt] = useState(0);
  const chosen = Math.min(at, hours.length - 1);
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
      title="Hours for spraying"
      about={conditions ? aboutOf(conditions, field.timezone) : 'The next 48 hours'}
      {...{ input, list: 'sprayConditions', document: SprayHoursPanelDocument }}
      empty={hours.length === 0 && 'The service has no hourly forecast of this field.'}
      rows={hours}
      columns={columns}
    >
      {hour && (
        <>
          <div
            class="strip"
            {...slider({
              label: 'Hours for spraying, hour by hour',
              count: hours.length,
              at: chosen,
              said: `${when(hour)}: ${words(hour.verdict)}. ${reasonsOf(hour).join(' ')}`,
              onMove: setAt,
            })}
          >
            {hours.map((each, index) => (
              <i
                key={each.startsAt}
                class={`hour ${each.verdict.toLowerCase()}${index === chosen ? ' chosen' : ''}`}
                onPointerEnter={() => setAt(index)}
                onPointerDown={() => setAt(index)}
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
              {everyRuleOf(hour).map(({ rule, outcome, reason }) => (
                <li key={rule} class={outcome.toLowerCase()}>
                  {reason}
                </li>
              ))}
            </ul>
          </div>
          <Legend
            entries={['suitable', 'marginal', 'unsuitable', 'unknown'].map((word) => ({ kind: `hour ${word}`, word }))}
          />
        </>
      )}
    </Panel>
  );
}

function aboutOf({ windows, hoursWithoutRecord }: Conditions, timezone: string | null): string {
  const [first] = windows;
  const next = first
    ? `Next: ${writeHour(first.startsAt, timezone)}, ${first.hourCount} ${first.hourCount === 1 ? 'hour' : 'hours'}`
    : 'No suitable hour in the next 48';
  return `${next}${hoursWithoutRecord > 0 ? `; ${hoursWithoutRecord} hours have no forecast` : ''}. No permission: the label decides.`;
}
