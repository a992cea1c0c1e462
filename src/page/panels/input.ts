/** What every panel is given, and what it makes of an answer that failed. */
import type { FieldPageQuery, FieldPageQueryVariables } from '../__generated__/graphql.ts';
import { codeOf, type GraphFault } from '../graph/ask.ts';
import { sentenceOf } from '../graph/sentences.ts';

/** The field as the page's query answers it. */
export type FieldData = NonNullable<FieldPageQuery['field']>;

/** One answer with what it was asked with. */
export interface PanelInput {
  field: FieldData;
  errors: GraphFault[];
  variables: FieldPageQueryVariables;
  hasKey: boolean;
  /** Local day of the field. */
  today: string;
}

/** Why a list of the field is not there: its own error's sentence; undefined where it has none. */
export function faultOf({ errors, variables, hasKey }: PanelInput, list: keyof FieldData): string | undefined {
  const error = errors.find(({ path }) => path?.[1] === list);
  return error && sentenceOf(error, { fieldId: variables.id, hasKey });
}

/** The error that everything failed with, told once above all panels; undefined where something is there. */
export function commonFault(errors: readonly GraphFault[], field: FieldData | null): GraphFault | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  if (field === null) return first;
  const lists = [
    field.weather,
    field.degreeDays,
    field.waterBalance,
    field.indexSeason,
    field.sprayConditions,
    field.timeline,
  ];
  const isAlike = errors.every((error) => codeOf(error) === codeOf(first));
  return isAlike && lists.every((list) => list === null) ? first : undefined;
}
