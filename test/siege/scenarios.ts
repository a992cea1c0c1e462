/** Every scenario of the siege, in the order in which it is run and printed. */
import type { Scenario } from './scenario.ts';

export const scenarios: readonly Scenario[] = [];
