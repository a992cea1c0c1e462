/** The limits of one operation as the settings have them by default. */
import { readConfig } from '../../src/config.ts';
import { limitsOf } from '../../src/graph/operation/limits/limit.ts';

export const defaultLimits = limitsOf(readConfig({}));
