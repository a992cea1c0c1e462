/** Every scenario of the siege, in the order in which it is run and printed. */
import { dearDocuments } from './dear-documents.ts';
import { distinctOperations } from './distinct-operations.ts';
import { combinationsOfConditions, distinctDocuments, hotPrograms } from './documents.ts';
import { hungEndpoint } from './hung-endpoint.ts';
import { logReader } from './log-reader.ts';
import { overload } from './overload.ts';
import type { Scenario } from './scenario.ts';
import { stopping } from './stopping.ts';
import { store } from './store.ts';
import { unansweredWrites } from './unanswered-writes.ts';
import { unreadAnswers, unreadResults } from './unread-answers.ts';

export const scenarios: readonly Scenario[] = [
  unreadAnswers,
  unreadResults,
  combinationsOfConditions,
  hotPrograms,
  distinctDocuments,
  distinctOperations,
  hungEndpoint,
  unansweredWrites,
  logReader,
  stopping,
  dearDocuments,
  overload,
  store,
];
