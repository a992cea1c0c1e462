/**
 * The image, as far as it can be checked without a build: the Dockerfile is well-formed and has the documented properties.
 * `npm run test:full -- image` builds the image and runs it.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { startFlags } from '../support/command.ts';

const root = new URL('../../', import.meta.url).pathname;
const dockerfile = readFileSync(`${root}deploy/Dockerfile`, 'utf8');

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

/** The files that the build stage copies from the repository: sources and target. */
const copies = build
  .filter(([keyword]) => keyword === 'COPY')
  .map(([, words]) => words.split(/\s+/))
  .map((words) => ({ sources: words.slice(0, -1), target: words.at(-1) ?? '' }));
const sources = copies.flatMap((copy) => copy.sources);

const errorsOf = (text: string) => validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
const argumentOf = (keyword: string) => image.find(([name]) => name === keyword)?.[1];

describe('deploy/Dockerfile', () => {
  it('has no error by the linter, which names a misspelt option', () => {
    expect(errorsOf(dockerfile)).toEqual([]);
    expect(errorsOf(dockerfile.replace('--interval=', '--intervall='))).toEqual([expect.stringContaining('intervall')]);
  });

  it('ends in an image from scratch without RUN, with an unprivileged user and a data volume', () => {
    expect(argumentOf('FROM')).toBe('scratch');
    expect(argumentOf('USER')).toBe('10001:10001');
    expect(argumentOf('VOLUME')).toBe('["/data"]');
    expect(image.map(([keyword]) => keyword)).not.toContain('RUN');
  });

  it('sets the temporary folder to /data, where that user may write, because the image has no /tmp', () => {
    expect(argumentOf('ENV')).toMatch(/\bTMPDIR=\/data(?:\s|$)/);
  });

  it('starts with the flags of npm start and checks its health, both in exec form, because there is no shell', () => {
    expect(JSON.parse(argumentOf('ENTRYPOINT') ?? '')).toEqual(['node', ...startFlags, '/app/dist/start.cjs']);
    expect(readFileSync(`${root}deploy/fieldgraph.service`, 'utf8')).toContain(`/node ${startFlags.join(' ')} /opt/`);
    expect(argumentOf('HEALTHCHECK')).toMatch(/CMD \["node", "\/app\/dist\/start\.cjs", "ready"\]$/);
  });

  it('copies exactly the files that .dockerignore admits', () => {
    const [everything, ...included] = readFileSync(`${root}.dockerignore`, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(everything).toBe('*');
    expect(included.toSorted()).toEqual(sources.map((source) => `!${source}`).toSorted());
  });

  // test/package/package.test.ts builds the product from only these files.
  it('copies each file to its path in the repository', () => {
    const ofApp = copies.filter(({ target }) => !target.startsWith('/'));
    expect(ofApp.length).toBeGreaterThan(3);
    for (const { sources: from, target } of ofApp)
      for (const source of from) expect(join(target, target.endsWith('/') ? basename(source) : '')).toBe(source);
  });
});
