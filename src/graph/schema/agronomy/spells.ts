/** Dry and wet spells of the observed days of a window. */
import { spellsOf, wetDayMillimetres } from '../../../agronomy/spells.ts';
import { builder } from '../builder.ts';
import { closedEnum } from '../open-enum.ts';
import { dayProperties } from './day-series.ts';
import { Provenance } from '../data-source.ts';
import { Field } from '../field.ts';
import { assertWithin } from '../list-arguments.ts';
import { defaultedArgument, shownType } from '../field-builders.ts';
import { Length, requested } from '../measures.ts';
import { conversion } from '../units.ts';
import { observedWindow, windowArguments } from '../windows/arguments.ts';
import { weatherRecords, windowed } from '../windows/record-counts.ts';
import { known, provenancesOf, rounded, type WeatherDays, weatherDaysIn } from '../weather/days.ts';
import { isObserved } from '../weather/intervals.ts';

const wetDayMost = 10_000;

const SpellKind = closedEnum<'dry' | 'wet'>('SpellKind', 'Whether the days of a spell are dry or wet.', {
  dry: 'Each day has less precipitation than a wet day, and is known.',
  wet: 'Each day has the precipitation of a wet day or more.',
});

const PrecipitationSpell = shownType<ReturnType<typeof spells>[number]>(
  'PrecipitationSpell',
  'Days in a row that are all dry or all wet. A day whose precipitation is unknown is neither: it ends a spell, and is in none.',
  {
    kind: [SpellKind, 'Dry or wet.'],
    firstDate: ['Date', 'Its first day.'],
    lastDate: ['Date', 'Its last day.'],
    dayCount: [
      'Int',
      'How many days, first and last included: at least so many where its start or its end is not known.',
    ],
    precipitation: [requested(Length), 'Sum of its days, in the requested unit.'],
    isStartKnown: [
      'Boolean',
      'False where it may have begun earlier: at the start of the window, and after an unknown day.',
    ],
    isEndKnown: ['Boolean', 'False where it may go on: at the end of the observed days, and before an unknown day.'],
    provenances: [[Provenance], 'Provenances of the records of its days, each once.'],
  },
);

builder.objectFields(Field, (t) => ({
  precipitationSpells: t.field({
    type: [PrecipitationSpell],
    description:
      'Dry and wet spells of the observed days of a window, oldest first. INCOMPLETE_UPSTREAM_DATA where days are missing and the service does not say that it sent them all.',
    args: {
      minWetDay: t.arg.float({
        description: `The least precipitation of a wet day, above 0 and at most ${wetDayMost}, in \`unit\`. Defaults to 1 mm, converted to \`unit\`, as in the climate indices of ETCCDI.`,
      }),
      unit: defaultedArgument(t, Length.unit, 'millimetre', 'Unit of `minWetDay`, and of the precipitation returned.'),
      ...windowArguments(t, ...observedWindow),
    },
    extensions: windowed(weatherRecords(), ['WeatherRecord.precipitation', ...dayProperties]),
    resolve: async ({ id }, { minWetDay, unit, ...window }, context) => {
      const thresholdMillimetres = wetDayOf(minWetDay, unit);
      return spells(await weatherDaysIn(context, id, window, isObserved), thresholdMillimetres, unit);
    },
  }),
}));

/** The threshold in millimetres. Throws BAD_USER_INPUT if it is out of range. */
function wetDayOf(minWetDay: number | null | undefined, unit: string): number {
  if (typeof minWetDay !== 'number') return wetDayMillimetres;
  assertWithin('minWetDay', minWetDay, Number.MIN_VALUE, wetDayMost, `above 0, and at most ${wetDayMost}`);
  return conversion('length', unit, 'millimetre')(minWetDay);
}

function spells({ days }: WeatherDays, wetDayMillimetres: number, unit: string) {
  const observed = days.filter(({ isOver }) => isOver);
  // Compare in millimetres, rounded alike, so that a day of 1 mm is wet whether the request has millimetres or inches.
  const depths = observed.map((day) => known(day, 'precipitation', 'millimetre'));
  const inUnit = conversion('length', 'millimetre', unit);
  return spellsOf(depths, wetDayMillimetres).map((spell) => {
    const own = observed.slice(spell.firstDay, spell.lastDay + 1);
    return {
      ...spell,
      firstDate: own[0]?.date ?? '',
      lastDate: own.at(-1)?.date ?? '',
      dayCount: own.length,
      precipitation: { value: inUnit(rounded(spell.precipitation)), unit },
      provenances: provenancesOf(own),
    };
  });
}
