/** The page's one query: asked when the field, the key or a setting changes, and again when the page is seen after a while or is online again. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FieldPageDocument, type FieldPageQuery, type FieldPageQueryVariables } from './__generated__/graphql.ts';
import { type Answer, ask } from './graph/ask.ts';
import type { Settings } from './settings.ts';
import { variablesOf } from './variables.ts';

/** An answer older than this is asked for again when somebody looks. */
const staleMs = 5 * 60_000;

/** What is known of the field, and with what it was asked. */
export interface Asked {
  variables: FieldPageQueryVariables;
  answer: Answer<FieldPageQuery>;
  at: number;
}

/** The latest answer, whether another is under way, and a way to ask again. An answer that was overtaken is dropped. */
export function useField(id: string, settings: Settings) {
  const { units, seasonStart, rootZone, apiKey } = settings;
  const variables = useMemo(() => variablesOf(id, settings), [id, units, seasonStart, rootZone]);
  const [asked, setAsked] = useState<Asked>();
  const [isAsking, setAsking] = useState(true);
  const latest = useRef(0);

  const reload = useCallback(async () => {
    const turn = ++latest.current;
    setAsking(true);
    const answer = await ask(FieldPageDocument, variables, apiKey);
    if (turn !== latest.current) return;
    setAsked((before) => {
      // Without an answer the one before it stays to be seen, where it is of the same field.
      const isOfThis = before?.variables.id === variables.id && before.answer.data?.field;
      if (answer.data === null && isOfThis) return { ...before, answer: { ...before.answer, errors: answer.errors } };
      return { variables, answer, at: Date.now() };
    });
    setAsking(false);
  }, [variables, apiKey]);

  useEffect(() => void reload(), [reload]);
  useEffect(() => {
    const again = () =>
      document.visibilityState === 'visible' && Date.now() - (asked?.at ?? 0) > staleMs && void reload();
    const online = () => void reload();
    document.addEventListener('visibilitychange', again);
    addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', again);
      removeEventListener('online', online);
    };
  }, [reload, asked]);

  return { asked, isAsking, reload };
}
