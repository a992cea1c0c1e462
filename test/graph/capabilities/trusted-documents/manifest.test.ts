/** The trusted documents that an operator may deploy. Any others prevent the start. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDocuments } from '../../../../src/graph/capabilities/trusted-documents/files.ts';
import { createTrustedDocuments } from '../../../../src/graph/capabilities/trusted-documents/trusted-documents.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const hashOf = (text: string, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex');
const one = 'query One { field(id: "fld_a") { id } }';
const two = 'query Two { __typename }';
const three = 'query Three { __typename }';
/** GraphQL ignores the byte order mark, but the mark is part of the hash. */
const marked = 'query Marked { \ufeff__typename }';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Writes a file into the folder and returns its path. */
async function deployed(content: unknown, name = 'manifest.json'): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The error of a gateway that is started with this path; undefined if it starts. */
async function refusalOf(path: string, bytesMax = 67_108_864): Promise<string | undefined> {
  try {
    const documents = await readDocuments(path);
    gatewayOver(undefined, { additions: [createTrustedDocuments({ documents, isOnly: false, bytesMax })] });
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'ManifestError' });
    return (error as Error).message;
  }
}

describe('a manifest', () => {
  it.each<[string, unknown, string[]?]>([
    ['of the client preset', { [`sha256:${hashOf(one)}`]: one, [`sha256:${hashOf(two)}`]: two }],
    ['of Relay', { [hashOf(one)]: one, [hashOf(two)]: two }],
    ['with a byte order mark in a document', { [hashOf(marked)]: marked }, [marked]],
    ['with a byte order mark', `\ufeff${JSON.stringify({ [hashOf(one)]: one, [hashOf(two)]: two })}`],
    [
      'of Apollo',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [
          { id: hashOf(one), name: 'One', type: 'query', body: one },
          { id: hashOf(two), name: 'Two', type: 'query', body: two },
        ],
      },
    ],
  ])('%s is read, with the hash of each document', async (_, manifest, texts = [one, two]) => {
    const documents = await readDocuments(await deployed(manifest));
    expect(documents.map(({ hash, text }) => [hash, text])).toEqual(texts.map((text) => [hashOf(text), text]));
  });

  it('is read with the other manifests and .graphql files of its folder, each document once, and no other file', async () => {
    // Not in the order of their names, in which some file systems list them, nor in the reverse order.
    await deployed(three, 'c.graphql');
    await deployed({ [hashOf(one)]: one }, 'a.json');
    await deployed(two, 'two.graphql');
    await deployed({ [`sha256:${hashOf(one)}`]: one }, 'b.json');
    await deployed('not for us', 'README.md');
    await deployed('not for us', 'd.json.bak');
    const documents = await readDocuments(folder.path);
    expect(documents.map(({ text }) => text)).toEqual([one, three, two]);
    // Errors about a document name the first file that has it.
    expect(documents[0]?.place).toContain('a.json');
  });

  const md5 = hashOf(one, 'md5');
  const sha1 = hashOf(one, 'sha1');
  it.each<[string, unknown, string]>([
    ['is not JSON', '{', 'is not JSON'],
    ['is a list', [one], 'must be a JSON object'],
    ['is empty', {}, 'holds no document'],
    [
      'is of Apollo and has a list as an id',
      { operations: [{ id: [hashOf(one)], body: one }] },
      'is not named by a SHA-256',
    ],
    ['has an id that is not a hash', { One: one }, 'entry "One", is not named by a SHA-256'],
    ['has upper-case digits', { [hashOf(one).toUpperCase()]: one }, 'is not named by a SHA-256'],
    [
      'has MD5, as Relay writes by default',
      { [md5]: one },
      `entry "${md5}", is not named by a SHA-256 in 64 lower-case hexadecimal digits. Set algorithm: "SHA256"`,
    ],
    ['has SHA-1', { [`sha1:${sha1}`]: one }, 'digits. Set algorithm: "SHA256"'],
    ['has SHA-1 of Relay', { [sha1]: one }, 'digits. Set algorithm: "SHA256"'],
    ['has more digits than MD5', { [`${md5}0`]: one }, 'hexadecimal digits.$'],
    ['has a letter before MD5', { [`x${md5}`]: one }, 'hexadecimal digits.$'],
    ['has more digits than SHA-1', { [`${sha1}0`]: one }, 'hexadecimal digits.$'],
    ['has more digits than SHA-256', { [`${hashOf(one)}0`]: one }, 'hexadecimal digits.$'],
    ['has a long id', { ['x'.repeat(1_000)]: one }, `entry "${'x'.repeat(80)}", is not`],
    ['is of Apollo and has a number as an id', { operations: [{ id: 7, body: one }] }, 'entry "7", is not named by'],
    [
      'has the hash of another text',
      { [hashOf(two)]: one },
      `entry "${hashOf(two)}", is named by a hash that its text does not have`,
    ],
    ['has a number in place of a text', { [hashOf(one)]: 7 }, 'holds no text of a document'],
    ['is of Apollo and has a number as an operation', { operations: [7] }, 'entry "7", holds no text of a document'],
    [
      'has a document that is not GraphQL',
      { [hashOf('{')]: '{' },
      'cannot be run (GRAPHQL_PARSE_FAILED): Syntax Error',
    ],
    [
      'has a document that does not fit the schema',
      { [hashOf('{ no }')]: '{ no }' },
      'cannot be run (GRAPHQL_VALIDATION_FAILED): Cannot query field "no" on type "Query". To check all documents, run: npm start --silent -- doctor$',
    ],
    [
      'has a document of fragments only',
      { [hashOf('fragment F on Field { id }')]: 'fragment F on Field { id }' },
      'cannot be run (GRAPHQL_VALIDATION_FAILED)',
    ],
  ])('prevents the start with an error that names file and entry if it %s', async (_, manifest, sentence) => {
    const path = await deployed(manifest);
    const refusal = await refusalOf(path);
    expect(`${refusal}$`).toContain(sentence);
    expect(refusal).toContain(refusal?.includes('holds no document') ? folder.path : path);
  });

  it('prevents the start if it does not exist', async () => {
    expect(await refusalOf(join(folder.path, 'none.json'))).toContain('none.json cannot be read (ENOENT)');
  });

  it('prevents the start if an operation exceeds a limit whatever its variables', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `"fld_${index}"`).join();
    const wide = `{ fields(ids: [${ids}]) { id } }`;
    const refusal = await refusalOf(await deployed({ [hashOf(wide)]: wide }));
    // Without the hint to doctor, which would name no further documents.
    expect(refusal).toMatch(/\(OPERATION_TOO_COMPLEX\): [^!]*\.$/);
    expect(refusal).not.toContain('doctor');
  });

  it('allows the start if only mutually exclusive selections exceed a limit together', async () => {
    const idsOf = (from: number) => Array.from({ length: 60 }, (_, index) => `"fld_${from + index}"`).join();
    const half = (name: string, from: number, when: string) =>
      `${name}: fields(ids: [${idsOf(from)}]) @${when}(if: $isLeft) { weather { date } earthObservations { id } latestWeather { date } }`;
    const either = `query ($isLeft: Boolean!) { ${half('left', 0, 'include')} ${half('right', 60, 'skip')} }`;
    expect(await refusalOf(await deployed({ [hashOf(either)]: either }))).toBeUndefined();
    const always = either
      .replace('query ($isLeft: Boolean!) ', '')
      .replace('include(if: $isLeft)', 'include(if: true)')
      .replace('skip(if: $isLeft)', 'skip(if: false)');
    expect(await refusalOf(await deployed({ [hashOf(always)]: always }))).toContain('(OPERATION_TOO_COMPLEX)');
    const both = either.replaceAll(/ @\w+\(if: \$isLeft\)/g, '').replace('query ($isLeft: Boolean!) ', '');
    expect(await refusalOf(await deployed({ [hashOf(both)]: both }))).toContain('(OPERATION_TOO_COMPLEX)');
  });

  it('prevents the start with an error that names TRUSTED_DOCUMENTS_BYTES_MAX if its documents need more memory', async () => {
    const path = await deployed({ [hashOf(one)]: one, [hashOf(two)]: two });
    expect(await refusalOf(path, 1_000)).toContain('TRUSTED_DOCUMENTS_BYTES_MAX');
  });

  it('prevents the start if it has more than 10,000 documents', async () => {
    const texts = Array.from({ length: 10_001 }, (_, index) => `{ a${index}: __typename }`);
    const entries = texts.map((text) => [hashOf(text), text]);
    await expect(readDocuments(await deployed(Object.fromEntries(entries)))).rejects.toThrow('than 10000 documents');
    expect(await readDocuments(await deployed(Object.fromEntries(entries.slice(1))))).toHaveLength(10_000);
  });

  it('prevents the start if it is not a regular file', async () => {
    await mkdir(join(folder.path, 'a.graphql'));
    expect(await refusalOf(folder.path)).toMatch(/a\.graphql is not a regular file\.$/);
  });

  it('prevents the start if the system cannot read it', async () => {
    expect(await refusalOf('/proc/self/mem')).toContain('The path cannot be read (EIO)');
  });

  it('does not hide a failure that is no error of a document', async () => {
    const documents = await readDocuments(await deployed({ [hashOf(one)]: one }));
    const { attach } = createTrustedDocuments({ documents, isOnly: false, bytesMax: 1 });
    const failure = new TypeError('a fault of ours');
    const pin = () => {
      throw failure;
    };
    expect(() => attach({ pin })).toThrow(failure);
  });

  it('is not read if it and the files before it exceed 32 MiB', async () => {
    await deployed(' '.repeat(17 * 1024 * 1024), 'a.graphql');
    await deployed(' '.repeat(15 * 1024 * 1024), 'b.graphql');
    expect(await readDocuments(folder.path)).toHaveLength(2);
    await deployed(' '.repeat(15 * 1024 * 1024 + 1), 'b.graphql');
    await expect(readDocuments(folder.path)).rejects.toThrow('b.graphql: it and those before it have more than');
  });
});
