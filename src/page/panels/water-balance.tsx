/** Water missing from the root zone and the depth at which the crop suffers, with the form that changes the assumed soil and crop. */
import { WaterBalancePanelDocument } from '../__generated__/graphql.ts';
import { writeDay } from '../days.ts';
import { words, write, writeNumber } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { RootZone } from '../settings.ts';
import type { FieldData, PanelInput } from './input.ts';
import { DayLine } from './day-line.tsx';
import { RootZoneForm } from './root-zone-form.tsx';

type Day = NonNullable<FieldData['waterBalance']>['days'][number];

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Missing water', of: ({ depletion }) => write(depletion), isNumber: true },
  { title: 'Crop uses', of: ({ adjustedEvapotranspiration }) => write(adjustedEvapotranspiration), isNumber: true },
  { title: 'Stress coefficient', of: ({ stressCoefficient }) => writeNumber(stressCoefficient, 2), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

export interface WaterBalanceProps extends PanelInput {
  rootZone: RootZone;
  onRootZone(rootZone: RootZone): void;
}

const toValue = ({ depletion }: Day) => depletion?.value ?? null;

export function WaterBalancePanel({ rootZone, onRootZone, ...input }: WaterBalanceProps) {
  const { field, today } = input;
  const balance = field.waterBalance;
  const days = balance?.days ?? [];
  const say = (at: number) => {
    const day = days[at];
    return day
      ? `${writeDay(day.date)}: ${write(day.depletion)} missing${day.kind === 'FORECAST' ? ' (expected)' : ''}`
      : '';
  };
  return (
    <Panel
      id="water-balance"
      title="Water in the root zone"
      about={aboutOf(balance)}
      {...{ input, list: 'waterBalance', document: WaterBalancePanelDocument }}
      empty={
        days.every((day) => toValue(day) === null) &&
        'Rain or evapotranspiration of the first day is unknown, so nothing can be said of the days after it.'
      }
      rows={days}
      columns={columns}
    >
      <DayLine
        label="Water missing from the root zone, day by day"
        colour="water"
        limit={balance?.readilyAvailableWater.value ?? 0}
        isDownwards
        {...{ days, toValue, today, say }}
      />
      <Legend
        entries={[
          { kind: 'water', word: 'Missing from field capacity' },
          { kind: 'limit', word: 'The crop suffers below' },
        ]}
      />
      <RootZoneForm value={rootZone} onChange={onRootZone} />
    </Panel>
  );
}

function aboutOf(balance: FieldData['waterBalance']): string {
  if (!balance) return 'By FAO-56';
  const { exceedsReadilyAvailableOn: on, readilyAvailableWater, days } = balance;
  if (on === null)
    return `By FAO-56: no known day reaches the ${write(readilyAvailableWater)} from which on the crop suffers`;
  const isExpected = days.find(({ date }) => date === on)?.kind === 'FORECAST';
  return `By FAO-56: ${write(readilyAvailableWater)} ${isExpected ? 'is expected to be' : 'was'} missing on ${writeDay(on)}`;
}
