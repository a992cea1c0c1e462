/** The scripts of package.json and the table of CONTRIBUTING.md, which lists each of them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** npm runs these itself. */
const lifecycle = ['prepare', 'prepack'];

it('each script has a line in CONTRIBUTING.md, and each line a script', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter((name) => !lifecycle.includes(name));
  const cells = read('CONTRIBUTING.md').matchAll(/^\| (`npm .*?`) \|/gm);
  const listed = [...cells].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`npm (?:run )?([^`]+)`/g)].map(([, name]) => name),
  );
  expect(listed.toSorted()).toEqual(scripts.toSorted());
});
