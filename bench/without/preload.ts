/** Preloaded into the gateway: gives the module that stands here wherever the product imports the layer that WITHOUT names. */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { modules } from './originals.ts';

const layer = process.env.WITHOUT ?? '';
const taken = modules[layer];
if (taken === undefined) throw new Error(`WITHOUT names no layer: ${layer}`);
// One that has moved would leave the whole gateway to be measured in its place.
if (!existsSync(new URL(taken))) throw new Error(`The layer ${layer} is not where originals.ts says: ${taken}`);
const standIn = new URL(`./${layer}.ts`, import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === taken ? { ...resolved, url: standIn } : resolved;
  },
});
