/** Sends the page's only query when the field, the key or a setting changes, when its answer is old or failed, and when online again. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FieldPageDocument, type FieldPageQuery, type FieldPageQueryVariables } from './__generated__/graphql.ts';
import { knownTimezone, middleDay } from './days.ts';
import { type Answer, codeOf, type GraphError, isPassing, lateAnswer, request } from './graph/request.ts';
import { readAnswer, type SavedAnswer, saveAnswer } from './graph/saved-answers.ts';
import { commonError } from './panels/input.ts';
import { readSettings, type Settings } from './settings.ts';
import { variablesOf } from './variables.ts';

/** An older answer is replaced while the page is visible. */
const staleMs = 5 * 60_000;
const checkEveryMs = 60_000;
/** Some networks never reply: after this time, saved data are shown until the answer comes. */
const lateMs = 5_000;

/** Wait for the next key of a date that is typed. */
const typingMs = 700;

/** An answer and what was sent for it. */
export interface Answered {
  variables: FieldPageQueryVariables;
  apiKey: string | undefined;
  answer: Answer<FieldPageQuery>;
  at: number;
  /** The key was refused: the answer is of a request without one. */
  keyError?: GraphError | undefined;
  /** A later request failed with this, or has no answer yet, so the answer is an older one. */
  failure?: GraphError;
}

/**
 * The latest answer, and whether a request is in flight. `reload` sends another, and answers of earlier ones are dropped. `refresh` is for
 * changes of the data: it waits for the answer to the request in flight, and sends one for all changes until then. `sentAt` is when the
 * latest was sent, and 0 if it failed.
 */
export function useField(id: string, settings: Settings) {
  const { apiKey } = settings;
  const made = variablesOf(id, settings);
  // Compare the text: settings that another tab saves may be equal, but are not the same object.
  const variables = useMemo(() => made, [JSON.stringify(made)]);
  const [answered, setAnswered] = useState<Answered>();
  const [isLoading, setLoading] = useState(true);
  const [isOutdated, setOutdated] = useState(false);
  const latest = useRef(0);
  const sentAt = useRef(0);

  const reload = useCallback(async () => {
    const turn = ++latest.current;
    setLoading(true);
    setOutdated(false);
    sentAt.current = Date.now();
    const isShown = (before: Answered | undefined): before is Answered =>
      before?.variables.id === id &&
      before.apiKey === apiKey &&
      Boolean(before.answer.data?.field) &&
      !commonError(before.answer.errors, before.answer.data?.field ?? null);
    const ofSaved = ({ variables, data, at }: SavedAnswer, failure: GraphError): Answered => ({
      ...{ variables, apiKey, at, answer: { data, errors: [] }, failure },
    });
    const reply = request(FieldPageDocument, variables, apiKey, { receipt: true });
    const isLate = await Promise.race([
      reply.then(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, lateMs, true)),
    ]);
    const older = isLate ? await readAnswer(id, apiKey) : undefined;
    if (older && turn === latest.current) {
      const late = ofSaved(older, { message: '', extensions: { code: lateAnswer } });
      setAnswered((before) => (isShown(before) ? before : late));
    }
    let answer = await reply;
    const keyError = apiKey && answer.errors.find((error) => codeOf(error) === 'UNAUTHENTICATED');
    if (keyError) answer = await request(FieldPageDocument, variables, undefined, { receipt: true });
    const field = answer.data?.field ?? null;
    if (field) field.timezone = knownTimezone(field.timezone);
    for (const record of field?.weather ?? []) record.date ??= middleDay(record);
    const failure = commonError(answer.errors, field);
    // An answer that lacks a part for now must not replace a complete one.
    const isWhole = !answer.errors.some(isPassing);
    const saved = isWhole ? undefined : await readAnswer(id, apiKey);
    if (turn !== latest.current) return;
    if (failure) sentAt.current = 0;
    const fresh: Answered = { variables, apiKey, answer, at: Date.now(), keyError: keyError || undefined };
    // Another tab may have changed the key, and deleted all that was saved under the one before.
    const mayBeSaved = !keyError && readSettings().apiKey === apiKey;
    if (answer.data?.field && (isWhole || !saved) && !failure && mayBeSaved)
      void saveAnswer({ variables, data: answer.data, at: fresh.at }, apiKey);
    setAnswered((before) => {
      if (failure === undefined || (!isPassing(failure) && answer.data !== null)) return fresh;
      // Without new data, the previous answer stays visible.
      if (isShown(before)) return { ...before, failure };
      return isPassing(failure) && saved ? { ...fresh, ...ofSaved(saved, failure) } : fresh;
    });
    setLoading(false);
  }, [id, variables, apiKey]);

  useEffect(() => {
    const { id: shown, seasonStart } = answered?.variables ?? {};
    // A date changes with each key that is typed.
    const isTyped = shown === id && seasonStart !== variables.seasonStart;
    const timer = setTimeout(reload, isTyped ? typingMs : 0);
    return () => clearTimeout(timer);
  }, [reload]);
  const refresh = useCallback(() => setOutdated(true), []);
  useEffect(() => {
    if (isOutdated && !isLoading) void reload();
  }, [isOutdated, isLoading]);
  useEffect(() => {
    const isFailing = answered?.failure !== undefined || answered?.answer.errors.some(isPassing);
    const isStale = () => isFailing || Date.now() - (answered?.at ?? 0) > staleMs;
    // A slow answer may still come: a further request would drop it.
    const again = () => document.visibilityState === 'visible' && !isLoading && isStale() && void reload();
    const listening = new AbortController();
    document.addEventListener('visibilitychange', again, listening);
    addEventListener('online', () => void reload(), listening);
    const timer = setInterval(again, checkEveryMs);
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [reload, answered, isLoading]);

  return { answered, isLoading, reload, refresh, sentAt };
}
