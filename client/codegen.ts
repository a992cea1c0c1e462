/** Settings for GraphQL Code Generator, which types every date as `unknown` by default. */
import { scalars } from './graph.ts';

export { scalars } from './graph.ts';

/**
 * The `config` of the client preset: scalars as they travel, `strictScalars` so that one added later is an error and not `unknown`,
 * and enums as plain words, which a value of a newer service survives.
 */
export const clientPresetConfig = {
  scalars,
  strictScalars: true,
  useTypeImports: true,
  enumsAsTypes: true,
};
