/** Growing degree days since the start of the season, with their forecast. */
import { DegreeDaysPanelDocument } from '../__generated__/graphql.ts';
import { writeDay } from '../days.ts';
import { signOf, words, writeNumber } from '../measures.ts';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { FieldData, PanelInput } from './input.ts';
import { DayLine } from './day-line.tsx';

type Day = NonNullable<FieldData['degreeDays']>['days'][number];

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Degree days', of: ({ degreeDays }) => writeNumber(degreeDays), isNumber: true },
  { title: 'Sum', of: ({ accumulated }) => writeNumber(accumulated), isNumber: true },
  { title: 'Unknown days', of: ({ missing }) => String(missing), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

const toValue = ({ accumulated }: Day) => accumulated;

export function DegreeDaysPanel(input: PanelInput) {
  const { field, variables, today } = input;
  const days = field.degreeDays?.days ?? [];
  const unit = signOf(field.degreeDays?.total?.unit ?? 'CELSIUS_DAY');
  const missing = field.degreeDays?.missing ?? 0;
  const say = (at: number) => {
    const day = days[at];
    if (!day) return '';
    const own = day.degreeDays === null ? 'unknown that day' : `${writeNumber(day.degreeDays)} that day`;
    return `${writeDay(day.date)}: ${writeNumber(day.accumulated, 0)} ${unit}, ${own}${day.kind === 'FORECAST' ? ' (expected)' : ''}`;
  };
  return (
    <Panel
      id="degree-days"
      title="Degree days"
      about={`Since ${days[0] ? writeDay(days[0].date) : 'the start of the season'}, above ${variables.base} and up to ${variables.upper} ${signOf(variables.temperature)}${missing > 0 ? `; ${missing} unknown days are not in the sum` : ''}`}
      {...{ input, list: 'degreeDays', document: DegreeDaysPanelDocument }}
      empty={!field.degreeDays?.total && 'No day of this season has both its temperatures.'}
      rows={days}
      columns={columns}
    >
      <DayLine label="Growing degree days, summed day by day" colour="growth" {...{ days, toValue, today, say }} />
    </Panel>
  );
}
