/**
 * `npm run generate`: makes every generated file that is committed, and writes those that changed. With `--check`, it writes nothing, names
 * each stale file and exits with 1, so that no generated file can differ from its source.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { graphOf } from '../src/capability.ts';
import type { Artefact } from './artefacts/artefact.ts';
import { architecture } from './artefacts/architecture.ts';
import { client } from './artefacts/client.ts';
import { contractTypes, description } from './artefacts/contract.ts';
import { manual } from './artefacts/manual.ts';
import { readFlags, sentencesOf } from './sentences.ts';
import { typedDocuments } from './artefacts/typed-documents.ts';

const artefacts: readonly Artefact[] = [
  description,
  contractTypes,
  { path: 'schema/schema.graphql', render: async () => `${printSchema(await graphOf())}\n` },
  client,
  ...typedDocuments,
  ...manual,
  architecture,
];

const { values: flags } = readFlags({ options: { check: { type: 'boolean', default: false } } });

/** A set, because several files of one source report the same error. */
const errors = new Set<string>();

for (const { path, render } of artefacts) {
  const url = new URL(`../${path}`, import.meta.url);
  const text = await render().catch((error) => {
    for (const sentence of sentencesOf(error)) errors.add(sentence);
  });
  if (text === undefined) continue;
  if (text === (await readFile(url, 'utf8').catch(() => undefined))) continue;
  if (flags.check) {
    console.error(`${path} is stale: run \`npm run generate\` and commit it.`);
    process.exitCode = 1;
  } else {
    await mkdir(new URL('.', url), { recursive: true });
    await writeFile(url, text);
    console.log(`wrote ${path}`);
  }
}

if (errors.size > 0) {
  console.error(`Not everything could be made:\n  ${[...errors].join('\n  ')}`);
  process.exitCode = 1;
}
