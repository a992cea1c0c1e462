/** What GraphQL Code Generator should know of the graph: by default it types every date as `unknown`. */
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
