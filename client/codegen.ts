/** Settings for GraphQL Code Generator, which types every date as `unknown` by default. */
import { scalars } from './graph.ts';

export { scalars } from './graph.ts';

/**
 * The `config` of the client preset 6: scalars as they travel, and `strictScalars` so that one added later is an error and not `unknown`.
 * The preset itself makes enums unions of strings.
 */
export const clientPresetConfig = {
  scalars,
  strictScalars: true,
  useTypeImports: true,
};
