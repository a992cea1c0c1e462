/**
 * Replaces the Relay plugin of a bundler (babel-plugin-relay, vite-plugin-relay, SWC's `relay`): Node loads the compiled artifact for each
 * `graphql` tag. Do not copy it, because an app has a bundler.
 */
import { registerHooks } from 'node:module';

const tag = /graphql`\s*(?:fragment|query|mutation) (\w+)[^`]*`/g;

registerHooks({
  // Artifacts import each other without a file extension.
  resolve: (specifier, context, next) => next(specifier.endsWith('.graphql') ? `${specifier}.ts` : specifier, context),
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(new URL('.', import.meta.url).href)) return loaded;
    const source = String(loaded.source);
    const imports = [...source.matchAll(tag)].map(
      ([, name]) => `import ${name} from './__generated__/${name}.graphql';`,
    );
    return { ...loaded, source: `${imports.join('')}${source.replaceAll(tag, '$1')}` };
  },
});
