/** Preloaded into the gateway: replaces the module of the layer that WITHOUT names by its stand-in from this folder. */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { modules } from './originals.ts';

const layer = process.env.WITHOUT ?? '';
const taken = modules[layer];
if (taken === undefined) throw new Error(`WITHOUT names no layer: ${layer}`);
// Without this check, the bench would measure the complete gateway after the module has moved.
if (!existsSync(new URL(taken))) throw new Error(`The layer ${layer} is not where originals.ts says: ${taken}`);
const standIn = new URL(`./${layer}.ts`, import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === taken ? { ...resolved, url: standIn } : resolved;
  },
});
