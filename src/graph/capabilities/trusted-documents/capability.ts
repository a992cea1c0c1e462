/** Documents that callers name by their hash, where `TRUSTED_DOCUMENTS` names their manifests. */
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { CheckOptions } from '../../../platform/cli/check.ts';
import { integer, type SettingsOf, toggle, onlyFor } from '../../../platform/settings/setting-types.ts';
import type { Tools } from './uses/command.ts';

export const after = { settings: 'DOCUMENTS_BYTES_MAX', commands: 'export' };

const exampleManifest = 'persisted-documents.json';

export const settings = onlyFor('gateway', {
  TRUSTED_DOCUMENTS: z.string().optional().meta({
    description:
      'A manifest of [trusted documents](trusted-documents.md), or a folder of manifests (`.json`) and documents (`.graphql`). Read at start.',
    example: exampleManifest,
  }),
  TRUSTED_DOCUMENTS_ONLY: toggle(false).describe(
    'Whether only the documents of `TRUSTED_DOCUMENTS` may run. On also switches off GraphiQL and the field page.',
  ),
  TRUSTED_DOCUMENTS_BYTES_MAX: integer(1_048_576, 2e10, 67_108_864).describe(
    'Memory limit of the trusted documents, in bytes. Above it, the process does not start.',
  ),
});

type Config = SettingsOf<typeof settings>;

/** Turns off pages that send documents of their own, if these may not run. */
export function adjust({ TRUSTED_DOCUMENTS_ONLY: isOnly }: Config): object {
  return isOnly ? { GRAPHIQL: false, FIELD_PAGE: false } : {};
}

export function contradictions(config: Config & { FEDERATION?: boolean }): string[] {
  if (!config.TRUSTED_DOCUMENTS_ONLY) return [];
  const lines: string[] = [];
  if (config.TRUSTED_DOCUMENTS === undefined)
    lines.push(`TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS, for example TRUSTED_DOCUMENTS=${exampleManifest}`);
  if (config.FEDERATION)
    lines.push(
      'TRUSTED_DOCUMENTS_ONLY and FEDERATION exclude each other, because a router writes its own documents: unset one of them.',
    );
  return lines;
}

export const commands = { uses: (tools: Tools) => import('./uses/command.ts').then(({ run }) => run(tools)) };

const checkMs = 60_000;

export const checks = {
  documents: {
    reads: ['TRUSTED_DOCUMENTS'],
    limitMs: checkMs,
    run: async (config: Config, options: CheckOptions<GraphQLSchema>) =>
      (await import('./uses/check.ts')).checkDocuments(config, options),
  },
};

/** Rejects with ManifestError. */
export async function create({ config }: { config: Config }) {
  const { createTrustedDocuments } = await import('./trusted-documents.ts');
  const { readDocuments } = await import('./files.ts');
  const { TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_ONLY: isOnly, TRUSTED_DOCUMENTS_BYTES_MAX: bytesMax } = config;
  return createTrustedDocuments({ documents: path === undefined ? [] : await readDocuments(path), isOnly, bytesMax });
}
