/** The default limits of one operation. */
import { readConfig } from '../../src/config.ts';
import { limitsOf } from '../../src/graph/operation/limits/limit.ts';

export const defaultLimits = limitsOf(readConfig({}));
