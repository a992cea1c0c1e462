/** Preloaded into the gateway: gives the module that stands here wherever the product imports the layer that WITHOUT names. */
import { registerHooks } from 'node:module';
import { layers } from './layers.ts';

const layer = layers.find(({ name }) => name === process.env.WITHOUT);
if (layer === undefined) throw new Error(`WITHOUT names no layer: ${process.env.WITHOUT}`);
const taken = new URL(`../../src/graph/${layer.module}`, import.meta.url).href;
const given = new URL(`./${layer.name}.ts`, import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === taken && context.parentURL !== given ? { ...resolved, url: given } : resolved;
  },
});
