/** Settings for GraphQL Code Generator, which types every date as `unknown` by default. */
import { scalars } from './graph.ts';

export { scalars } from './graph.ts';

/**
 * The `config` for client preset 6. Scalars have their JSON types. With `strictScalars`, a scalar that is added later is an error and not
 * `unknown`. The preset itself makes enums unions of strings.
 */
export const clientPresetConfig = {
  scalars,
  strictScalars: true,
  useTypeImports: true,
};
