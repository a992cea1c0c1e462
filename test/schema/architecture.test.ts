/** Every path that src/ARCHITECTURE.md names exists, because a map with dead links is worse than none. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '../../.dependency-cruiser.mjs';

const page = new URL('../../src/ARCHITECTURE.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const linked = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path);
const named = [...text.matchAll(/`((?:src|schema|test|bench|field-data|graph)\/[\w./-]+)`/g)].map(
  ([, path = '']) => path,
);

describe('src/ARCHITECTURE.md', () => {
  const partOf = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

  it('names every room, the path of a query in steps with links, and how to add things', () => {
    for (const [name] of rooms) expect(partOf('Rooms')).toContain(`\n| ${name} | `);
    const steps = partOf('The path of a query').match(/^\d\. .*/gm) ?? [];
    expect(steps.map((step) => step.includes('](')).slice(1)).toEqual(Array(6).fill(true));
    for (const thing of ['field of a record', 'setting', 'capability', 'command', 'metric', 'table or column'])
      expect(partOf('Adding')).toContain(`\n- **A ${thing}**: `);
  });

  it.each([...new Set(linked)])('%s exists', (path) => {
    expect(existsSync(new URL(path, page))).toBe(true);
  });

  it.each([...new Set(named)])('%s exists', (path) => {
    const base = /^(src|schema|test|bench)\//.test(path) ? new URL('../../', import.meta.url) : page;
    expect(existsSync(new URL(path, base))).toBe(true);
  });
});

describe('the rooms of the graph', () => {
  const inGraph = rooms.filter(([, files]) => files.startsWith('src/graph/'));
  const names = inGraph.map(([name]) => name);
  const arrowsOf = (allowed: readonly string[]) =>
    allowed.map((name) => name.replace('type:', '')).filter((name) => names.includes(name));

  const isCapability = ([, files]: (typeof rooms)[number]) =>
    existsSync(new URL(`../../${files}capability.ts`, import.meta.url));
  const core = inGraph.filter((room) => !isCapability(room));

  it('are eight without capabilities, with at most 22 dependencies, each on a room listed earlier', () => {
    expect(core).toHaveLength(8);
    let arrows = 0;
    for (const [at, [name, , allowed]] of core.entries()) {
      const to = arrowsOf(allowed);
      for (const room of to) expect(names.indexOf(room), `${name} -> ${room}`).toBeLessThan(at);
      arrows += to.length;
    }
    expect(arrows).toBeLessThanOrEqual(22);
  });

  it('depend on no capability, and no capability depends on another', () => {
    const coreNames = core.map(([name]) => name);
    for (const [name, , allowed] of inGraph)
      for (const room of arrowsOf(allowed)) expect(coreNames, `${name} -> ${room}`).toContain(room);
  });
});

it('no folder of src has more than 15 files', () => {
  const src = new URL('../../src/', import.meta.url);
  const files = globSync('**/*.*', { cwd: src }).filter((path) => !path.includes('__generated__'));
  const folders = Object.groupBy(files, (path) => dirname(path));
  expect(Object.entries(folders).flatMap(([folder, found]) => (found && found.length > 15 ? folder : []))).toEqual([]);
});
