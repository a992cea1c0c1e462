/**
 * Resolves packages as the product does, from the root's node_modules and not from this folder's, where the peers need
 * an older graphql. Preloaded before the contestants that stand on the product's own dependencies.
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
