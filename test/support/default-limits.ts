/** The limits of one operation as the settings have them by default. */
import { readConfig } from '../../src/config.ts';
import { limitNames, type OperationLimits, settingOf } from '../../src/graph/operation/limits/limit.ts';

const settings: Record<string, unknown> = readConfig({});

export const defaultLimits = Object.fromEntries(
  limitNames.map((name) => [name, settings[settingOf(name)]]),
) as OperationLimits;
