/** The limits of one operation as the settings have them by default. */
import type { OperationLimits } from '../../src/graph/operation/limits/limit.ts';

export const defaultLimits: OperationLimits = {
  tokensMax: 5_000,
  nestingMax: 100,
  directivesMax: 50,
  selectionsMax: 20_000,
  depthMax: 15,
  aliasesMax: 100,
  rootFieldsMax: 100,
  variablesMax: 5_000,
  idsMax: 100,
  upstreamCallsMax: 300,
  recordsReadMax: 60_000,
  recordsVisitedMax: 200_000,
  answerBytesMax: 33_554_432,
};
