/** Changes that may follow a release, and the files that a release writes. Each graph here is a few lines, changed from the last one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addEntry } from '../../schema/releases/changelog.ts';
import { type ReleaseCheck, checkRelease } from '../../schema/releases/check-release.ts';
import { release } from '../../schema/releases/release.ts';
import { versionedFiles } from '../../schema/releases/versioned-files.ts';
import { nextVersion } from '../../schema/releases/version.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const today = '2027-01-15';
const graph = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');

/** The changelog after a release of this graph, with these lines written since. */
function changelogOf(released: string, unreleased = ''): string {
  const entry = addEntry('# Changelog\n\n## Unreleased\n', {
    version: '0.1.0',
    date: '2027-01-01',
    changes: [],
    graph: released,
  });
  return entry.replace('## Unreleased\n', `## Unreleased\n\n${unreleased}\n`);
}

function checkChange(released: string, present: string, unreleased = ''): Promise<ReleaseCheck> {
  return checkRelease({ released, present, changelog: changelogOf(released, unreleased), today });
}

const small = `
type Query {
  plain(limit: Int! = 25, kind: Kind): [Note!]!
  old: Int @deprecated(reason: "Use plain. Removed after 2026-12-31.")
  kept: Int @deprecated(reason: "Use plain. Removed after 2027-06-30.")
}
type Note { text: String! }
type Refusal { code: Int }
union Result = Note | Refusal
extend type Query { result(input: Input): Result }
input Input {
  text: String! category: Kind = RAIN
  """Title. Defaults to the text."""
  title: String
}
extend type Query {
  paged(
    "Size. Defaults to 0.5. At most 2."
    size: Float
    first: Int!
  ): Int
}
enum Kind { RAIN SNOW }
`;

describe('release --check', () => {
  const breaks: [string, string, string, string][] = [
    ['a removed field', 'kept: Int @deprecated(reason: "Use plain. Removed after 2027-06-30.")', '', 'Query.kept'],
    ['a list made nullable', '[Note!]!', '[Note!]', 'Query.plain'],
    ['a removed argument', ', kind: Kind)', ')', 'Query.plain.kind'],
    ['an argument made required', 'kind: Kind)', 'kind: Kind!)', 'Query.plain.kind'],
    ['a removed enum value', 'RAIN SNOW', 'RAIN', 'Kind.SNOW'],
    [
      'a new required input field',
      'text: String! category',
      'text: String! subject: String! category',
      'Input.subject',
    ],
    ['a removed union member', 'Note | Refusal', 'Note', 'Result'],
    ['a changed default of an argument', 'limit: Int! = 25', 'limit: Int! = 50', 'Query.plain.limit'],
    ['a removed default', 'limit: Int! = 25', 'limit: Int!', 'Query.plain.limit'],
    ['a new default of an argument', 'kind: Kind)', 'kind: Kind = SNOW)', 'Query.plain.kind'],
    ['a changed default of an input field', 'Kind = RAIN', 'Kind = SNOW', 'Input.category'],
    ['a default that differs from the description', '    size: Float', '    size: Float = 1', 'Query.paged.size'],
    ['a changed type', 'text: String! }\ntype Refusal', 'text: ID! }\ntype Refusal', 'Note.text'],
  ];

  it.each(breaks)('refuses %s until it is announced', async (_title, was, becomes, path) => {
    const present = small.replace(was, becomes);
    expect(present).not.toBe(small);
    const { changes, errors } = await checkChange(small, present);
    expect(changes).toContainEqual(expect.objectContaining({ level: 'breaking', path }));
    expect(errors).toEqual([expect.stringContaining(`"- Breaking: \`${path}\` …"`)]);
    expect(await checkChange(small, present, `- Breaking: \`${path}\` goes; use another.`)).toMatchObject({
      errors: [],
    });
  });

  it('names a change of the schema itself, so that it can be announced', async () => {
    const withStream = `${small}\ntype Subscription { changes: Note }`;
    const announced = '- Breaking: `schema` has no subscriptions.\n- Breaking: `Subscription` goes.';
    expect((await checkChange(withStream, small)).errors).toHaveLength(2);
    expect(await checkChange(withStream, small, announced)).toMatchObject({ errors: [] });
  });

  it('accepts no announcement of another kind, without backticks, or of only a parent or child of the change', async () => {
    const present = small.replace('RAIN SNOW', 'RAIN');
    for (const line of [
      '- Added: `Kind.SNOW`',
      '- Breaking: Kind.SNOW',
      '- Breaking: `Kind`',
      '- Breaking: `Kind.SNOW.x`',
    ])
      expect((await checkChange(small, present, line)).errors).toHaveLength(1);
  });

  it('exits 1 on a breaking change of the real graph, and lists it', async () => {
    await using folder = await temporaryFolder();
    const seeded = `${folder.path}/seeded.graphql`;
    await writeFile(seeded, graph.replace('latestWeather: WeatherRecord', 'newestWeather: WeatherRecord'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['schema/release.ts', '--check', seeded], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout).toContain("Field.latestWeather: Field 'latestWeather' was removed");
    expect(stdout).toContain('Field.newestWeather: ');
    expect(stderr).toContain('The break of Field.latestWeather is not announced');
  });

  it('lists dangerous and safe changes, and accepts them', async () => {
    const present = small
      .replace('RAIN SNOW', 'RAIN SNOW HAIL')
      .replace('first: Int!', 'first: Int! = 50')
      // The same default, printed now.
      .replace('size: Float', 'size: Float = 0.5')
      .replace('Defaults to the text', 'Defaults to the subject')
      .replace('kind: Kind)', '"Defaults to both." kind: Kind)')
      .replace('type Note { text: String! }', 'type Note { text: String! tags: [Tag!] }\ntype Tag { name: String }');
    const { changes, errors } = await checkChange(small, present);
    expect(errors).toEqual([]);
    expect(changes.map(({ level, path }) => `${level} ${path}`).sort()).toEqual([
      'dangerous Input.title',
      'dangerous Kind.HAIL',
      'dangerous Query.paged.first',
      'dangerous Query.paged.size',
      'safe Note.tags',
      'safe Query.plain.kind',
      'safe Tag',
    ]);
  });

  it('states for each removal until when the release promised the removed member, if at all', async () => {
    const { changes } = await checkChange(
      small,
      small.replace(/^ {2}(old|kept):.*\n/gm, '').replace('RAIN SNOW', 'RAIN'),
    );
    const sentences = new Map(changes.map(({ path, sentence }) => [path, sentence]));
    expect(sentences.get('Query.old')).toMatch(/; promised until 2026-12-31$/);
    expect(sentences.get('Query.kept')).toMatch(/; the release promised it until 2027-06-30$/);
    expect(sentences.get('Kind.SNOW')).toMatch(/; it was never deprecated in a release$/);
  });

  it.each([
    '',
    '(reason: "Use plain.")',
    '(reason: "Removed after 2027-06-30.")',
    '(reason: "Use it. Removed after 2027-02-30.")',
  ])('refuses a deprecation without a replacement and a valid day: %s', async (reason) => {
    for (const [was, path] of [
      ['plain(limit: Int! = 25, kind: Kind', 'Query.plain.kind'],
      ['text: String! category: Kind = RAIN', 'Input.category'],
      ['enum Kind { RAIN SNOW', 'Kind.SNOW'],
    ] as const) {
      const { changes, errors } = await checkChange(small, small.replace(was, `${was} @deprecated${reason}`));
      expect(errors).toEqual([expect.stringContaining(`The deprecation of ${path} must say`)]);
      expect(changes).toEqual([expect.objectContaining({ level: 'safe', path })]);
    }
  });

  it('refuses a removal date that is over, except one that the last release promised', async () => {
    const past = small.replace('2027-06-30', '2026-12-31');
    expect(await checkChange(small, past)).toMatchObject({
      errors: ['The deprecation of Query.kept promises 2026-12-31, which is over: choose a later day.'],
    });
    expect(await checkChange(past, past)).toMatchObject({ errors: [] });
    const added = small.replace('RAIN SNOW', 'RAIN SNOW @deprecated(reason: "Use RAIN. Removed after 2020-06-30.")');
    expect((await checkChange(small, added)).errors).toHaveLength(1);
  });

  it('refuses a released graph that no release wrote', async () => {
    const { errors } = await checkRelease({ released: small, present: small, changelog: changelogOf(graph), today });
    expect(errors).toEqual([expect.stringContaining('only `npm run release` writes it')]);
  });
});

describe('the next version', () => {
  it.each([
    ['0.1.0', 'breaking', '0.2.0'],
    ['0.1.4', 'addition', '0.2.0'],
    ['0.1.4', 'correction', '0.1.5'],
    ['1.2.3', 'breaking', '2.0.0'],
    ['1.2.3', 'addition', '1.3.0'],
    ['1.2.3', 'correction', '1.2.4'],
  ] as const)('after %s for a %s is %s', (version, step, next) => {
    expect(nextVersion(version, step)).toBe(next);
  });
});

describe('npm run release', () => {
  async function repository(): Promise<AsyncDisposable & Repository> {
    const folder = await temporaryFolder();
    const root = pathToFileURL(`${folder.path}/`);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        stdio: 'pipe',
      });
    const write = (path: string, text: string) => writeFile(new URL(path, root), text);
    for (const path of ['schema/released.graphql', ...Object.keys(versionedFiles)]) {
      await mkdir(new URL('.', new URL(path, root)), { recursive: true });
      await write(path, '');
    }
    await write('schema/schema.graphql', small);
    await write('schema/released.graphql', small);
    await write('CHANGELOG.md', changelogOf(small));
    await write('package.json', '{\n  "name": "fieldgraph",\n  "version": "0.1.0"\n}\n');
    await write(
      'package-lock.json',
      '{"version": "0.1.0", "packages": {"": {"version": "0.1.0"}, "a": {"version": "0.1.0"}}}',
    );
    await write(
      'schema/sdk-release.json',
      '{"released_at": "2026-01-01T00:00:00Z", "sdks": [{"version": "0.1.0", "package": {"purl": "pkg:npm/%40fieldgraph/client@0.1.0"}}]}',
    );
    await write('client/package.json', '{"version": "0.1.0"}');
    await write(
      'examples/package-lock.json',
      '{"packages": {"node_modules/a": {"version": "0.1.0"}, "node_modules/@fieldgraph/client": {"version": "0.1.0"}}}',
    );
    git('init', '-q');
    return {
      root,
      write,
      commit: () => {
        git('add', '-A');
        git('commit', '-qm', 'change');
      },
      read: (path) => readFile(new URL(path, root), 'utf8'),
      [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
    };
  }

  interface Repository {
    root: URL;
    write(path: string, text: string): Promise<void>;
    read(path: string): Promise<string>;
    commit(): void;
  }

  it('writes the changes of a release, and refuses a release without changes', async () => {
    await using repo = await repository();
    await expect(release(repo.root, today)).rejects.toThrow('Commit or put away your changes first.');
    repo.commit();
    await expect(release(repo.root, today)).rejects.toThrow('Nothing changed since 0.1.0.');

    const present = small.replace('RAIN SNOW', 'RAIN SNOW HAIL');
    await repo.write('schema/schema.graphql', present);
    await repo.write(
      'CHANGELOG.md',
      (await repo.read('CHANGELOG.md')).replace('Unreleased\n', 'Unreleased\n\n- Fixed: rain.\n'),
    );
    repo.commit();
    expect(await release(repo.root, today)).toBe('0.2.0');
    expect(await repo.read('schema/released.graphql')).toBe(present);
    expect(JSON.parse(await repo.read('package.json')).version).toBe('0.2.0');
    expect(JSON.parse(await repo.read('package-lock.json'))).toEqual({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, a: { version: '0.1.0' } },
    });
    expect(JSON.parse(await repo.read('schema/sdk-release.json'))).toEqual({
      released_at: '2027-01-15T00:00:00Z',
      sdks: [{ version: '0.2.0', package: { purl: 'pkg:npm/%40fieldgraph/client@0.2.0' } }],
    });
    expect(JSON.parse(await repo.read('client/package.json'))).toEqual({ version: '0.2.0' });
    expect(JSON.parse(await repo.read('examples/package-lock.json'))).toEqual({
      packages: { 'node_modules/a': { version: '0.1.0' }, 'node_modules/@fieldgraph/client': { version: '0.2.0' } },
    });
    const changelog = await repo.read('CHANGELOG.md');
    expect(changelog).toContain(
      "## Unreleased\n\n## 0.2.0 - 2027-01-15\n\n- Fixed: rain.\n\nChanges of the graph:\n\n- dangerous: `Kind.HAIL`: Enum value 'HAIL' was added to enum 'Kind'.\n\n<!--",
    );
    expect(changelog.match(/^## .*/gm)).toEqual(['## Unreleased', '## 0.2.0 - 2027-01-15', '## 0.1.0 - 2027-01-01']);
  });

  it('uses a version that the caller names, unless it is malformed or below the next version', async () => {
    await using repo = await repository();
    await repo.write('README.md', 'Fieldgraph 0.1.0 is running\n');
    await repo.write('deploy/kubernetes/gateway.yaml', 'image: example.com/fieldgraph:0.1.0\n');
    await repo.write('schema/schema.graphql', small.replace('RAIN SNOW', 'RAIN SNOW HAIL'));
    repo.commit();
    await expect(release(repo.root, today, '0.1.9')).rejects.toThrow(
      'The next version is 0.2.0: 0.1.9 would be too low.',
    );
    await expect(release(repo.root, today, 'v1')).rejects.toThrow('must be three numbers');
    expect(await repo.read('schema/released.graphql')).toBe(small);
    expect(await release(repo.root, today, '1.0.0')).toBe('1.0.0');
    expect(await repo.read('CHANGELOG.md')).toContain('## 1.0.0 - 2027-01-15');
    expect(await repo.read('README.md')).toBe('Fieldgraph 1.0.0 is running\n');
    expect(await repo.read('deploy/kubernetes/gateway.yaml')).toContain(':1.0.0');
  });

  it('refuses an unannounced break, and writes nothing', async () => {
    await using repo = await repository();
    await repo.write('schema/schema.graphql', small.replace('RAIN SNOW', 'RAIN'));
    repo.commit();
    await expect(release(repo.root, today)).rejects.toThrow('The break of Kind.SNOW is not announced');
    expect(await repo.read('schema/released.graphql')).toBe(small);
    expect(JSON.parse(await repo.read('package.json')).version).toBe('0.1.0');
  });
});
