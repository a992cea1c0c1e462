/**
 * Preloaded for contestants that use the dependencies of the product: resolves packages from node_modules of the root. Those of this folder
 * contain an older graphql, which the peers need.
 */
import { registerHooks } from 'node:module';

const root = new URL('../../package.json', import.meta.url).href;
const here = new URL('.', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      /^[a-z@]/.test(specifier) && !specifier.includes(':') && context.parentURL?.startsWith(here)
        ? { ...context, parentURL: root }
        : context,
    ),
});
