/** The report of `doctor` on many trusted documents: errors come first, and those that it does not list are counted. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { checkDocuments } from '../../../../src/graph/capabilities/trusted-documents/uses/check.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const schema = buildSchema('type Query { old: Int @deprecated(reason: "Use new.") new: Int }');

it.each([
  ['22 warnings', 'warning', '{ a99: old }'],
  ['an error after 21 warnings', 'error', '{ a99: gone }'],
])('of %s, doctor lists the first as %s, and counts those that it does not list', async (_documents, verdict, last) => {
  await using folder = await temporaryFolder();
  const texts = [...Array.from({ length: 21 }, (_, at) => `{ a${at}: old }`), last];
  for (const [at, text] of texts.entries())
    writeFileSync(join(folder.path, `${String(at).padStart(2, '0')}.graphql`), text);
  const outcomes = await checkDocuments(
    { TRUSTED_DOCUMENTS: folder.path },
    {
      logs: [],
      role: undefined,
      dryRun: false,
      makeGraph: async () => schema,
      ownDocuments: async () => [],
    },
  );
  const documents = outcomes.filter(({ check }) => check !== 'uses');
  expect(documents).toHaveLength(21);
  expect(documents[0]).toMatchObject({ verdict });
  expect(documents.at(-1)).toMatchObject({
    verdict: 'warning',
    detail: expect.stringContaining('2 further documents'),
  });
});
