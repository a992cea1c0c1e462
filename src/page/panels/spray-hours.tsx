/** Hours for spraying as a strip: what the rules say of each, and why, under the pointer or the arrow keys. Told by sign as well as colour. */
import { useState } from 'preact/hooks';
import { SprayHoursPanelDocument } from '../__generated__/graphql.ts';
import { stepOf } from '../charts/step.ts';
import { writeHour } from '../days.ts';
import { graphiqlLink } from '../graph/graphiql-link.ts';
import { words } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { type FieldData, faultOf, type PanelInput } from './input.ts';

type Conditions = NonNullable<FieldData['sprayConditions']>;
type Hour = Conditions['hours'][number];

/** Outcomes that keep an hour from being suitable, the gravest first. */
const outcomes = ['FAIL', 'UNKNOWN', 'MARGINAL'] as const;

/** Every rule, those that decide first; the style sheet marks each by its outcome. */
function everyRuleOf({ rules }: Hour): Hour['rules'] {
  return [...outcomes, 'PASS'].flatMap((outcome) => rules.filter((rule) => rule.outcome === outcome));
}

function reasonsOf({ rules }: Hour): string[] {
  const reasons = outcomes.flatMap((outcome) =>
    rules.filter((rule) => rule.outcome === outcome).map(({ reason }) => reason),
  );
  return reasons.length === 0 ? ['Every rule is met.'] : reasons;
}

/** The panel. */
export function SprayHoursPanel(input: PanelInput) {
  const { field, variables } = input;
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
      query={graphiqlLink(SprayHoursPanelDocument, variables)}
      nothing={
        faultOf(input, 'sprayConditions') ??
        (hours.length === 0 ? 'The service has no hourly forecast of this field.' : undefined)
      }
      isFault={conditions === null}
      rows={hours}
      columns={columns}
    >
      {hour && (
        <>
          <div
            class="strip"
            role="slider"
            tabIndex={0}
            aria-label="Hours for spraying, hour by hour"
            aria-valuemin={0}
            aria-valuemax={hours.length - 1}
            aria-valuenow={chosen}
            aria-valuetext={`${when(hour)}: ${words(hour.verdict)}. ${reasonsOf(hour).join(' ')}`}
            onKeyDown={(event) => {
              const to = stepOf(event.key, chosen, hours.length);
              if (to === undefined) return;
              event.preventDefault();
              setAt(to);
            }}
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

function aboutOf({ windows, missing }: Conditions, timezone: string | null): string {
  const [first] = windows;
  const next = first
    ? `Next: ${writeHour(first.from, timezone)}, ${first.hours} ${first.hours === 1 ? 'hour' : 'hours'}`
    : 'No suitable hour in the next 48';
  return `${next}${missing > 0 ? `; ${missing} hours have no forecast` : ''}. No permission: the label decides.`;
}
