/** Every scenario of the siege, in the order in which it is run and printed. */
import { overload } from './overload.ts';
import type { Scenario } from './scenario.ts';
import { store } from './store.ts';
import { unreadAnswers } from './unread-answers.ts';

export const scenarios: readonly Scenario[] = [unreadAnswers, overload, store];
