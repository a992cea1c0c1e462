/** Growing degree days since the start of the season, with their forecast. */
import { writeDay } from '../days.ts';
import { forecastMark, fromCelsius, signOf, toCelsius, words, writeCount, writeNumber } from '../measures.ts';
import { NumberInputs } from '../parts/number-inputs.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import type { FieldData, PanelInput } from './input.ts';
import { DayLine } from './day-line.tsx';

type Day = NonNullable<FieldData['growingDegreeDays']>['days'][number];

const columnsIn = (unit: string): Column<Day>[] => [
  { title: 'Day', of: ({ date }) => writeDay(date) },
  { title: `Degree days (${unit})`, of: ({ growingDegreeDays: own }) => writeNumber(own), isNumber: true },
  { title: `Sum (${unit})`, of: ({ accumulated }) => writeNumber(accumulated), isNumber: true },
  { title: 'Missing days', of: ({ missingDays }) => String(missingDays), isNumber: true },
  { title: 'Kind', of: ({ kind }) => words(kind) },
];

const toValue = ({ accumulated }: Day) => accumulated;

/** A threshold to the nearest tenth, without zeros at its end. */
const degrees = (threshold: { value: number } | null | undefined) =>
  threshold ? String(Number(threshold.value.toFixed(1))) : '';

export function DegreeDaysPanel(input: PanelInput) {
  const { field, variables, settings, onSettings } = input;
  const { thresholds } = settings;
  const { temperature } = variables;
  const { base, upper, thresholdSource, unit: sumUnit } = field.growingDegreeDays?.total ?? {};
  const sign = signOf(temperature);
  const days = field.growingDegreeDays?.days ?? [];
  const unit = signOf(sumUnit ?? 'CELSIUS_DAY');
  const missing = field.growingDegreeDays?.missingDays ?? 0;
  /** A threshold of the settings, as it is shown: to the nearest tenth. */
  const inUnit = (celsius?: number) =>
    celsius === undefined ? undefined : Number(fromCelsius(celsius, temperature).toFixed(1));
  const say = ({ date, kind, growingDegreeDays, accumulated }: Day) => {
    const own = growingDegreeDays === null ? 'unknown' : writeNumber(growingDegreeDays);
    return `${writeDay(date)}: ${writeNumber(accumulated, 0)} ${unit}, ${own} on that day${forecastMark(kind)}`;
  };
  return (
    <Panel
      id="degree-days"
      title="Degree days"
      about={`Since ${days[0] ? writeDay(days[0].date) : 'the start of the season'}${base && upper ? `, base ${degrees(base)} ${sign}, cap ${degrees(upper)} ${sign}` : ''}${thresholdSource ? ` (${thresholdSource})` : ''}${missing > 0 ? `; the sum leaves out ${writeCount(missing, 'day')} without data` : ''}`}
      input={input}
      list="growingDegreeDays"
      fragment="DegreeDays"
      empty={!field.growingDegreeDays?.total && 'No day of this season has both its temperatures.'}
      rows={days}
      columns={columnsIn(unit)}
      inputs={
        <NumberInputs
          summary="Base and cap"
          inputs={[
            {
              ...{ name: 'base', title: `Base (${sign})`, fallback: degrees(base) },
              ...{ min: -100, max: (upper?.value ?? 200) - 0.1, step: 'any' },
            },
            {
              ...{ name: 'upper', title: `Cap (${sign})`, fallback: degrees(upper) },
              ...{ min: (base?.value ?? -100) + 0.1, max: 200, step: 'any' },
            },
          ]}
          values={{ base: inUnit(thresholds.base), upper: inUnit(thresholds.upper) }}
          onChange={(name, value) => {
            const { [name]: _before, ...others } = thresholds;
            const changed = value === undefined ? {} : { [name]: toCelsius(value, temperature) };
            onSettings({ thresholds: { ...others, ...changed } });
          }}
          onReset={() => onSettings({ thresholds: {} })}
        />
      }
    >
      <DayLine
        label="Growing degree days, summed day by day"
        colour="growth"
        days={days}
        toValue={toValue}
        unit={unit}
        say={say}
      />
    </Panel>
  );
}
