/** Soil water deficit and its stress threshold, with the inputs that set soil and crop. */
import { writeDay } from '../days.ts';
import { forecastMark, signOf, words, write, writeNumber, writeRounded } from '../measures.ts';
import { Legend } from '../parts/legend.tsx';
import { type NumberInput, NumberInputs } from '../parts/number-inputs.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { defaults, isSoilAssumed, type RootZone } from '../settings.ts';
import { soilOf } from '../variables.ts';
import type { FieldData, PanelInput } from './input.ts';
import { DayLine } from './day-line.tsx';

type Day = NonNullable<FieldData['waterBalance']>['days'][number];

const columns: Column<Day>[] = [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: 'Deficit', of: ({ depletion }) => write(depletion), isNumber: true },
  { title: 'Evapotranspiration', of: ({ adjustedEvapotranspiration: depth }) => write(depth), isNumber: true },
  { title: 'Stress coefficient', of: ({ stressCoefficient }) => writeNumber(stressCoefficient, 2), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

/** Depths are in millimetres whatever the units of the page, as in tables of soils. */
const inputs: NumberInput<keyof RootZone>[] = [
  { name: 'totalAvailableWater', title: 'Available water of the soil (mm)', min: 1, max: 1_000, step: 'any' },
  { name: 'depletionFraction', title: 'Fraction before stress (p)', min: 0.05, max: 0.95, step: 'any' },
  { name: 'initialDepletion', title: 'Deficit 30 days ago (mm)', min: 0, max: 1_000, step: 'any' },
  { name: 'kc', title: 'Crop coefficient (Kc)', min: 0, max: 2, step: 'any' },
];

const toValue = ({ depletion }: Day) => depletion?.value ?? null;

export function WaterBalancePanel(input: PanelInput) {
  const { field, variables, settings, today, onSettings } = input;
  const { rootZone } = settings;
  const isAssumed = isSoilAssumed(rootZone);
  const computed = soilOf(variables);
  const balance = field.waterBalance;
  const days = balance?.days ?? [];
  const { totalAvailableWater, depletionFraction, kc } = rootZone;
  const soil = `${isSoilAssumed(computed) ? 'assumed' : 'your'} soil of ${computed.totalAvailableWater} mm`;
  const say = ({ date, kind, depletion }: Day) =>
    `${writeDay(date)}: deficit ${write(depletion)}${forecastMark(kind)}, ${soil}`;
  return (
    <Panel
      id="water-balance"
      title="Soil water deficit"
      about={`${aboutOf(balance, today)} · ${soil}`}
      input={input}
      list="waterBalance"
      fragment="WaterBalance"
      empty={
        days.every((day) => toValue(day) === null) &&
        'Rain or evapotranspiration of the first day is unknown, so no deficit can be computed.'
      }
      rows={days}
      columns={columns}
      inputs={
        <NumberInputs
          summary={`${isAssumed ? 'Assumed' : 'Your'} soil and crop: ${totalAvailableWater} mm of available water, p ${depletionFraction}, Kc ${kc}`}
          inputs={inputs.map((each) =>
            each.name === 'initialDepletion' ? { ...each, max: totalAvailableWater } : each,
          )}
          values={rootZone}
          onChange={(name, value = 0) => {
            const next = { ...rootZone, [name]: value };
            const initialDepletion = Math.min(next.initialDepletion, next.totalAvailableWater);
            onSettings({ rootZone: { ...next, initialDepletion } });
          }}
          onReset={() => onSettings({ rootZone: defaults.rootZone })}
        />
      }
    >
      <DayLine
        label="Soil water deficit, day by day"
        colour="water"
        limit={balance?.readilyAvailableWater.value ?? 0}
        isDownwards
        unit={signOf(variables.depth)}
        days={days}
        toValue={toValue}
        say={say}
      />
      <Legend words={{ water: 'Deficit below field capacity', limit: 'Stress threshold' }} />
    </Panel>
  );
}

function aboutOf(balance: FieldData['waterBalance'], today: string): string {
  const last = balance?.days.findLast((day) => toValue(day) !== null);
  if (!balance || !last) return 'By FAO-56';
  const { exceedsReadilyAvailableOn: on, readilyAvailableWater, days } = balance;
  const threshold = `the ${writeRounded(readilyAvailableWater)} stress threshold`;
  const until = last === days.at(-1) ? '' : ` through ${writeDay(last.date)}; later days are unknown`;
  if (on === null) return `Deficit stays below ${threshold}${until} (FAO-56)`;
  return `Deficit ${on >= today ? 'is forecast to exceed' : 'exceeded'} ${threshold} on ${writeDay(on)} (FAO-56)`;
}
