/** Sends the page's one query when the field, the key or a setting changes, and when the page is seen after a while or is online again. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FieldPageDocument, type FieldPageQuery, type FieldPageQueryVariables } from './__generated__/graphql.ts';
import { type Answer, request } from './graph/request.ts';
import type { Settings } from './settings.ts';
import { variablesOf } from './variables.ts';

/** An older answer is replaced when the page becomes visible. */
const staleMs = 5 * 60_000;

/** An answer and the variables of its request. */
export interface Answered {
  variables: FieldPageQueryVariables;
  answer: Answer<FieldPageQuery>;
  at: number;
}

/** The latest answer, whether a request is in flight, and a function that sends another. Answers of earlier requests are dropped. */
export function useField(id: string, settings: Settings) {
  const { units, seasonStart, rootZone, apiKey } = settings;
  const variables = useMemo(() => variablesOf(id, settings), [id, units, seasonStart, rootZone]);
  const [answered, setAnswered] = useState<Answered>();
  const [isLoading, setLoading] = useState(true);
  const latest = useRef(0);

  const reload = useCallback(async () => {
    const turn = ++latest.current;
    setLoading(true);
    const answer = await request(FieldPageDocument, variables, apiKey);
    if (turn !== latest.current) return;
    setAnswered((before) => {
      // Without data, the answer before it stays visible, if it is of the same field.
      const isOfThis = before?.variables.id === variables.id && before.answer.data?.field;
      if (answer.data === null && isOfThis) return { ...before, answer: { ...before.answer, errors: answer.errors } };
      return { variables, answer, at: Date.now() };
    });
    setLoading(false);
  }, [variables, apiKey]);

  useEffect(() => void reload(), [reload]);
  useEffect(() => {
    const again = () =>
      document.visibilityState === 'visible' && Date.now() - (answered?.at ?? 0) > staleMs && void reload();
    const online = () => void reload();
    const listening = new AbortController();
    document.addEventListener('visibilitychange', again, listening);
    addEventListener('online', online, listening);
    return () => listening.abort();
  }, [reload, answered]);

  return { answered, isLoading, reload };
}
