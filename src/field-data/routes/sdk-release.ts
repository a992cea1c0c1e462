/** GET /sdk-release.json: the SDK release descriptor, whose hashes are those of the bytes this process serves. */
import { readFileSync } from 'node:fs';
import type { components } from '../../contract/openapi.ts';
import { description, descriptionSha256, operations, resolvePointer } from '../records/description.ts';
import type { DeprecationHeaders } from '../requests/request-scope.ts';
import { bodyBytesMax } from '../requests/request-body.ts';
import { windowDaysMax } from '../records/window.ts';

export type SdkRelease = components['schemas']['SdkRelease'];

/** A release, as written by hand in schema/sdk-release.json. */
type ReleaseNotes = Pick<SdkRelease, 'schema_version' | 'released_at' | 'channel' | 'deprecations'> & {
  sdks: Omit<SdkRelease['sdks'][number], 'openapi_sha256'>[];
};

const notes = JSON.parse(
  readFileSync(new URL('../../../schema/sdk-release.json', import.meta.url), 'utf8'),
) as ReleaseNotes;

/** The whole descriptor: the notes, and the values that the code knows. `deprecations` replaces those of the notes. */
export function createSdkRelease(deprecations = notes.deprecations): SdkRelease {
  const { schema_version, released_at, channel, sdks } = notes;
  return {
    schema_version,
    api: {
      name: 'Field Data Service',
      version: 'v1',
      base_path: '/api/v1',
      openapi: {
        url: '/openapi.json',
        openapi_version: description.openapi,
        document_version: description.info.version,
        sha256: descriptionSha256,
        operations: [...operations.values()].map(({ operationId }) => operationId),
      },
    },
    released_at,
    channel,
    sdks: sdks.map((sdk) => ({ ...sdk, openapi_sha256: descriptionSha256 })),
    deprecations,
    capabilities: knownCapabilities().map(([name]) => name),
    limits: {
      body_bytes_max: bodyBytesMax,
      window_days_max: windowDaysMax,
      observations_limit_max: 100,
      text_characters_max: 4_000,
      photos_max: 10,
      tags_max: 20,
    },
  };
}

/** The capabilities that the description knows, each with its meaning. This service has all of them. */
export function knownCapabilities(): [name: string, meaning: string][] {
  const known = resolvePointer<{ const?: string; description?: string }[]>('#/components/schemas/Capability/anyOf');
  return known.flatMap(({ const: name, description: meaning = '' }) => (name === undefined ? [] : [[name, meaning]]));
}

/** Headers of the deprecated operations (RFC 9745, RFC 8594). */
export function deprecationHeaders({ deprecations }: SdkRelease): DeprecationHeaders {
  const names = new Map([...operations].map(([name, { operationId }]) => [operationId, name]));
  return new Map(
    deprecations.flatMap(({ target, deprecated_at, sunset_at, link }) => {
      const operation = names.get(target);
      if (operation === undefined) return [];
      const headers: Record<string, string> = { deprecation: `@${Math.floor(Date.parse(deprecated_at) / 1000)}` };
      if (sunset_at !== null) headers.sunset = new Date(sunset_at).toUTCString();
      const relations = sunset_at === null ? ['deprecation'] : ['deprecation', 'sunset'];
      const links = relations.map((relation) => `<${link}>; rel="${relation}"`);
      return [[operation, { link: links.join(', '), headers }]];
    }),
  );
}
