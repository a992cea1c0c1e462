/** Growing degree days since the start of the season, with their forecast. */
import { DegreeDaysPanelDocument } from '../__generated__/graphql.ts';
import { writeDay } from '../days.ts';
import { signOf, words, writeNumber } from '../measures.ts';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { FieldData, PanelInput } from './input.ts';
import { DayLine } from './day-line.tsx';

type Day = NonNullable<FieldData['growingDegreeDays']>['days'][number];

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Degree days', of: ({ growingDegreeDays }) => writeNumber(growingDegreeDays), isNumber: true },
  { title: 'Sum', of: ({ accumulated }) => writeNumber(accumulated), isNumber: true },
  { title: 'Unknown days', of: ({ missingDays }) => String(missingDays), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

const toValue = ({ accumulated }: Day) => accumulated;

export function DegreeDaysPanel(input: PanelInput) {
  const { field, variables, today } = input;
  const days = field.growingDegreeDays?.days ?? [];
  const unit = signOf(field.growingDegreeDays?.total?.unit ?? 'CELSIUS_DAY');
  const missing = field.growingDegreeDays?.missingDays ?? 0;
  const say = (at: number) => {
    const day = days[at];
    if (!day) return '';
    const own = day.growingDegreeDays === null ? 'unknown that day' : `${writeNumber(day.growingDegreeDays)} that day`;
    return `${writeDay(day.date)}: ${writeNumber(day.accumulated, 0)} ${unit}, ${own}${day.kind === 'FORECAST' ? ' (expected)' : ''}`;
  };
  return (
    <Panel
      id="degree-days"
      title="Degree days"
      about={`Since ${days[0] ? writeDay(days[0].date) : 'the start of the season'}, above ${variables.base} and up to ${variables.upper} ${signOf(variables.temperature)}${missing > 0 ? `; ${missing} unknown days are not in the sum` : ''}`}
      {...{ input, list: 'growingDegreeDays', document: DegreeDaysPanelDocument }}
      empty={!field.growingDegreeDays?.total && 'No day of this season has both its temperatures.'}
      rows={days}
      columns={columns}
    >
      <DayLine label="Growing degree days, summed day by day" colour="growth" {...{ days, toValue, today, say }} />
    </Panel>
  );
}
