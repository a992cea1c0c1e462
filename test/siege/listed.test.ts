/** Every scenario is in the gate: listed for `npm run test:full -- load`, and held by a test file. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarios } from './scenarios.ts';

it('holds each listed scenario in one test file', () => {
  const held = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap(
      (name) =>
        readFileSync(new URL(name, import.meta.url), 'utf8')
          .match(/holdShort\((.*)\);$/m)?.[1]
          ?.split(', ') ?? [],
    );
  expect(new Set(held).size).toBe(held.length);
  expect(held).toHaveLength(scenarios.length);
});
