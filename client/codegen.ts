/** Settings for GraphQL Code Generator, which types every date as `unknown` by default. */
import { scalars } from './graph.ts';

export { scalars } from './graph.ts';

/**
 * The `config` for client preset 6. Scalars have their JSON types. With `strictScalars`, a new scalar of the graph causes an error, not the
 * type `unknown`. The preset itself turns enums into unions of strings.
 */
export const clientPresetConfig = {
  scalars,
  strictScalars: true,
  useTypeImports: true,
};
