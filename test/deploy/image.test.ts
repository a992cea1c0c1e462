/**
 * The image, as far as it can be proven without building it: the Dockerfile is well-formed and keeps its promises.
 * `npm run test:full -- image` builds it and runs what is in it.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const dockerfile = readFileSync(`${root}deploy/Dockerfile`, 'utf8');
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
/** V8's flags, which `npm start`, the image and the unit have in common. */
const startFlags: string[] = scripts.start.split(' ').slice(2, -1);

/** The instructions of each stage, as keyword and arguments. */
const stages = DockerfileParser.parse(dockerfile)
  .getInstructions()
  .reduce<[string, string][][]>((all, instruction) => {
    const entry: [string, string] = [instruction.getInstruction(), instruction.getArgumentsContent() ?? ''];
    if (entry[0] === 'FROM') all.push([]);
    all.at(-1)?.push(entry);
    return all;
  }, []);
const build = stages[0] ?? [];
const image = stages.at(-1) ?? [];

/** What the build stage copies from the repository: sources and where they go. */
const copies = build
  .filter(([keyword]) => keyword === 'COPY')
  .map(([, words]) => words.split(/\s+/))
  .map((words) => ({ sources: words.slice(0, -1), target: words.at(-1) ?? '' }));
const sources = copies.flatMap((copy) => copy.sources);

const faultsOf = (text: string) => validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
const argumentOf = (keyword: string) => image.find(([name]) => name === keyword)?.[1];

describe('deploy/Dockerfile', () => {
  it('has no fault that the linter knows', () => {
    expect(faultsOf(dockerfile)).toEqual([]);
    expect(faultsOf(dockerfile.replace('--interval=', '--intervall='))).toEqual([expect.stringContaining('intervall')]);
  });

  it('ends in an image without anything to run but Node, as a user without rights', () => {
    expect(argumentOf('FROM')).toBe('scratch');
    expect(argumentOf('USER')).toBe('10001:10001');
    expect(argumentOf('VOLUME')).toBe('["/data"]');
    expect(image.map(([keyword]) => keyword)).not.toContain('RUN');
  });

  it('has its temporary folder where that user may write: the image has no /tmp', () => {
    expect(argumentOf('ENV')).toMatch(/\bTMPDIR=\/data(?:\s|$)/);
  });

  it('starts and looks after itself by Node, in exec form: there is no shell', () => {
    expect(JSON.parse(argumentOf('ENTRYPOINT') ?? '')).toEqual(['node', ...startFlags, '/app/dist/start.cjs']);
    expect(readFileSync(`${root}deploy/fieldgraph.service`, 'utf8')).toContain(`/node ${startFlags.join(' ')} /opt/`);
    expect(argumentOf('HEALTHCHECK')).toMatch(/CMD \["node", "\/app\/dist\/start\.cjs", "ready"\]$/);
  });

  it('is given what it copies and nothing else by .dockerignore', () => {
    const [everything, ...kept] = readFileSync(`${root}.dockerignore`, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(everything).toBe('*');
    expect(kept.toSorted()).toEqual(sources.map((source) => `!${source}`).toSorted());
  });

  // test/package/package.test.ts builds the product of these files alone.
  it('copies each file to where the repository has it', () => {
    const ofApp = copies.filter(({ target }) => !target.startsWith('/'));
    expect(ofApp.length).toBeGreaterThan(3);
    for (const { sources: from, target } of ofApp)
      for (const source of from) expect(join(target, target.endsWith('/') ? basename(source) : '')).toBe(source);
  });
});
