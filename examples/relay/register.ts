/**
 * Stands in for the Relay plugin of a bundler (babel-plugin-relay, vite-plugin-relay, SWC's `relay`), so that Node runs the
 * sources as they are: a tag becomes its compiled artifact. Not to be copied: an app has a bundler.
 */
import { registerHooks } from 'node:module';

const tag = /graphql`\s*(?:fragment|query|mutation) (\w+)[^`]*`/g;

registerHooks({
  // Artifacts name each other without an ending.
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
