/** The types of the graph's enums and inputs are generated once, for the page, the tests, the client package and the examples. */
import { execFileSync } from 'node:child_process';
import { isInputType, isScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graph/schema/schema.ts';

it('each enum and input is declared exactly once, in client/types.ts', () => {
  const names = Object.values(schema.getTypeMap())
    .filter((type) => isInputType(type) && !isScalarType(type) && !type.name.startsWith('__'))
    .map(({ name }) => name);
  expect(names).toContain('AddObservationInput');
  const pattern = `^export type (${names.join('|')}) =`;
  const found = execFileSync(
    'git',
    // Relay's compiler writes its own, in files named *.graphql.ts.
    ['grep', '-E', pattern, '--', 'client', 'src/page', 'test', 'examples', ':!*.graphql.ts'],
    { cwd: new URL('../..', import.meta.url), encoding: 'utf8' },
  );
  const declared = found
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split(/[:=]/)
        .slice(0, 2)
        .map((part) => part.trim()),
    );
  expect(declared.map(([file, type]) => `${file} ${type}`).sort()).toEqual(
    names.map((name) => `client/types.ts export type ${name}`).sort(),
  );
});
