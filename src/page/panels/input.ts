/** The input of every panel, and its errors. */
import type { FieldPageQuery, FieldPageQueryVariables } from '../__generated__/graphql.ts';
import { codeOf, type GraphError, isPassing } from '../graph/request.ts';
import { sentenceOf } from '../graph/sentences.ts';
import type { Settings } from '../settings.ts';

export type FieldData = NonNullable<FieldPageQuery['field']>;

export interface PanelInput {
  field: FieldData;
  errors: GraphError[];
  variables: FieldPageQueryVariables;
  hasKey: boolean;
  /** When the data were received, if the graph cannot be reached now. */
  asOf: string | undefined;
  /** Local day of the field. */
  today: string;
  settings: Settings;
  /** Saves a part of the settings. */
  onSettings(part: Partial<Settings>): void;
}

/** The sentence of a list's own error. */
export function errorOf({ errors, variables, hasKey }: PanelInput, list: keyof FieldData): string | undefined {
  const error = errors.find(({ path }) => path?.[1] === list);
  return error && sentenceOf(error, { fieldId: variables.id, hasKey });
}

/** The error of all lists, to be shown once above all panels; undefined if a list was read. */
export function commonError(errors: readonly GraphError[], field: FieldData | null): GraphError | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  if (field === null) return first;
  const { weather, growingDegreeDays, waterBalance, indexSeason, sprayConditions, timeline } = field;
  // The timeline has its days even without any data.
  const isRead = timeline?.some((day) => day.weather ?? day.observations ?? day.earthObservations) ?? false;
  const lists = [weather, growingDegreeDays, waterBalance, indexSeason, sprayConditions];
  const isAlike = errors.every((error) => codeOf(error) === codeOf(first));
  return (isAlike || errors.every(isPassing)) && !isRead && lists.every((list) => list === null) ? first : undefined;
}
