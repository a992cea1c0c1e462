/** How the verdicts of the coming hours differ from those that were shown before. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { writeInstant } from '../days.ts';
import { writeCount } from '../measures.ts';
import { isOver } from '../now.ts';
import type { Answered } from '../use-field.ts';
import type { FieldData } from './input.ts';

type Hours = NonNullable<FieldData['sprayConditions']>['hours'];

const comingHours = 12;

/** A sentence once a later answer to the same request has changed verdicts; undefined before. */
export function useVerdictChange(answered: Answered | undefined): string | undefined {
  const before = useRef<Answered | undefined>(undefined);
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    const { variables, apiKey } = before.current ?? {};
    const old = hoursOf(before.current);
    const hours = hoursOf(answered);
    if (answered === undefined || hours === undefined) return;
    before.current = answered;
    if (variables !== answered.variables || apiKey !== answered.apiKey) setSentence(undefined);
    else if (old) {
      const count = countChanges(old, hours);
      const at = writeInstant(answered.at, answered.answer.data?.field?.timezone);
      if (count > 0)
        setSentence(`At ${at}, the verdict changed for ${writeCount(count, 'hour')} of the next ${comingHours}.`);
    }
  }, [answered]);
  return sentence;
}

const hoursOf = (answered: Answered | undefined): Hours | undefined =>
  answered?.answer.data?.field?.sprayConditions?.hours;

function countChanges(before: Hours, after: Hours): number {
  const verdicts = new Map(before.map(({ startsAt, verdict }) => [startsAt, verdict]));
  const coming = after.filter((hour) => !isOver(hour)).slice(0, comingHours);
  return coming.filter(({ startsAt, verdict }) => (verdicts.get(startsAt) ?? verdict) !== verdict).length;
}
