/** Growing degree days since the start of the season, and how they go on. */
import { useMemo } from 'preact/hooks';
import { DegreeDaysPanelDocument } from '../__generated__/graphql.ts';
import { writeDay } from '../days.ts';
import { graphiqlLink } from '../graph/graphiql-link.ts';
import { signOf, words, writeNumber } from '../measures.ts';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { type FieldData, faultOf, type PanelInput } from './input.ts';
import { DayLine } from './line-panel.tsx';

type Day = NonNullable<FieldData['degreeDays']>['days'][number];

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Degree days', of: ({ degreeDays }) => writeNumber(degreeDays), isNumber: true },
  { title: 'Sum', of: ({ accumulated }) => writeNumber(accumulated), isNumber: true },
  { title: 'Unknown days', of: ({ missing }) => String(missing), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

/** The panel. */
export function DegreeDaysPanel(input: PanelInput) {
  const { field, variables, today } = input;
  const days = field.degreeDays?.days ?? [];
  const line = useMemo(
    () =>
      (field.degreeDays?.days ?? []).map(({ date, kind, accumulated }) => ({
        date,
        isExpected: kind === 'FORECAST',
        value: accumulated,
      })),
    [field],
  );
  const unit = signOf(field.degreeDays?.total?.unit ?? 'CELSIUS_DAY');
  const missing = field.degreeDays?.missing ?? 0;
  const say = (at: number) => {
    const day = days[at];
    if (!day) return '';
    const own = day.degreeDays === null ? 'unknown that day' : `${writeNumber(day.degreeDays)} that day`;
    return `${writeDay(day.date)}: ${writeNumber(day.accumulated, 0)} ${unit}, ${own}${day.kind === 'FORECAST' ? ' (expected)' : ''}`;
  };
  const isEmpty = !field.degreeDays?.total;
  return (
    <Panel
      id="degree-days"
      title="Degree days"
      about={`Since ${line[0] ? writeDay(line[0].date) : 'the start of the season'}, above ${variables.base} and up to ${variables.upper} ${signOf(variables.temperature)}${missing > 0 ? `; ${missing} unknown days are not in the sum` : ''}`}
      query={graphiqlLink(DegreeDaysPanelDocument, variables)}
      nothing={
        faultOf(input, 'degreeDays') ?? (isEmpty ? 'No day of this season has both its temperatures.' : undefined)
      }
      isFault={field.degreeDays === null}
      rows={days}
      columns={columns}
    >
      <DayLine label="Growing degree days, summed day by day" days={line} today={today} colour="growth" say={say} />
    </Panel>
  );
}
