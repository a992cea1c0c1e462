/** Water missing from the root zone, with the depth from which on the crop suffers. What is assumed of soil and crop can be changed here. */
import { useMemo } from 'preact/hooks';
import { WaterBalancePanelDocument } from '../__generated__/graphql.ts';
import { writeDay } from '../days.ts';
import { graphiqlLink } from '../graph/graphiql-link.ts';
import { words, write, writeNumber } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { RootZone } from '../settings.ts';
import { type FieldData, faultOf, type PanelInput } from './input.ts';
import { DayLine } from './line-panel.tsx';
import { RootZoneForm } from './root-zone-form.tsx';

type Day = NonNullable<FieldData['waterBalance']>['days'][number];

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Missing water', of: ({ depletion }) => write(depletion), isNumber: true },
  { title: 'Crop uses', of: ({ adjustedEvapotranspiration }) => write(adjustedEvapotranspiration), isNumber: true },
  { title: 'Stress coefficient', of: ({ stressCoefficient }) => writeNumber(stressCoefficient, 2), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

/** What the panel needs beside the answer. */
export interface WaterBalanceProps extends PanelInput {
  rootZone: RootZone;
  onRootZone(rootZone: RootZone): void;
}

/** The panel. */
export function WaterBalancePanel({ rootZone, onRootZone, ...input }: WaterBalanceProps) {
  const { field, variables, today } = input;
  const balance = field.waterBalance;
  const days = balance?.days ?? [];
  const line = useMemo(
    () =>
      (balance?.days ?? []).map(({ date, kind, depletion }) => ({
        date,
        isExpected: kind === 'FORECAST',
        value: depletion?.value ?? null,
      })),
    [balance],
  );
  const say = (at: number) => {
    const day = days[at];
    return day
      ? `${writeDay(day.date)}: ${write(day.depletion)} missing${day.kind === 'FORECAST' ? ' (expected)' : ''}`
      : '';
  };
  const isKnown = line.some(({ value }) => value !== null);
  return (
    <Panel
      id="water-balance"
      title="Water in the root zone"
      about={aboutOf(balance)}
      query={graphiqlLink(WaterBalancePanelDocument, variables)}
      nothing={
        faultOf(input, 'waterBalance') ??
        (isKnown
          ? undefined
          : 'Rain or evapotranspiration of the first day is unknown, so nothing can be said of the days after it.')
      }
      isFault={balance === null}
      rows={days}
      columns={columns}
    >
      <DayLine
        label="Water missing from the root zone, day by day"
        days={line}
        today={today}
        colour="water"
        limit={balance?.readilyAvailableWater.value ?? 0}
        isDownwards
        say={say}
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
