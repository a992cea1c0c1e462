/**
 * The image, as far as it can be proven without building it: the Dockerfile is well-formed and keeps its promises, and what it copies is
 * all that the product needs, which is started from exactly that. `npm run test:full -- image` builds it and runs what is in it.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/running.ts';

const run = promisify(execFile);
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

  it('copies all that the product is built of and needs', async () => {
    await using folder = await temporaryFolder();
    const app = join(folder.path, 'app');
    for (const { sources: from, target } of copies) {
      if (target.startsWith('/')) continue;
      for (const source of from) {
        const isInto = target.endsWith('/');
        cpSync(join(root, source), join(app, target, isInto ? (source.split('/').at(-1) ?? '') : ''), {
          recursive: true,
        });
      }
    }
    symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'));
    await run(process.execPath, [join(app, 'package/build.ts')]);
    const entry = join(app, 'dist/start.cjs');
    // The page's queries are in its script.
    const read = globSync('**/*.{csv,graphql,sql}', { cwd: join(root, 'src'), exclude: ['page/**'] });
    expect(read).toContainEqual(expect.stringMatching(/migrations\/\d+-\w+\.sql$/));
    expect(read.filter((file) => !existsSync(join(app, 'dist', file)))).toEqual([]);
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      FIELD_DATA_PORT: '0',
      FIELD_DATA_DIR: join(folder.path, 'data'),
      LOG_LEVEL: 'silent',
      // It refuses nothing where the machine is busy.
      EVENT_LOOP_DELAY_MS_MAX: '0',
    };
    const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let url: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      url = /GraphQL +(http:\S+)/.exec(line)?.[1];
      if (url) break;
    }
    child.stdout.resume();
    const asked = { env: { PATH: process.env.PATH, HOST: '0.0.0.0', PORT: new URL(url ?? '').port } };
    try {
      for (const path of [
        'graphql?query={field(id:"fld_demo_01"){latestWeather{date}}}',
        'schema.graphql',
        'ready',
        '',
      ]) {
        const answer = await fetch(new URL(`/${path}`, url), { headers: { 'apollo-require-preflight': '1' } });
        expect([path, answer.status]).toEqual([path, 200]);
      }
      await expect(run(process.execPath, [entry, 'ready'], asked)).resolves.toBeDefined();
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    await expect(run(process.execPath, [entry, 'ready'], asked)).rejects.toMatchObject({ code: 1 });
  });
});
