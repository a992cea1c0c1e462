/** GET /sdk-release.json: the SDK release descriptor, whose hashes are those of the bytes this process serves. */
import { readFileSync } from 'node:fs';
import type { components } from '../../contract/openapi.ts';
import { description, descriptionSha256, isJsonObject } from '../records/description.ts';
import { answerWithETag, type Route } from '../requests/service-request.ts';
import { bodyBytesMax } from '../requests/request-body.ts';
import { windowDaysMax } from '../records/window.ts';

type SdkRelease = components['schemas']['SdkRelease'];

/** A release, as written by hand in schema/sdk-release.json. */
type ReleaseNotes = Pick<SdkRelease, 'schema_version' | 'released_at' | 'channel' | 'deprecations' | 'capabilities'> & {
  sdks: Omit<SdkRelease['sdks'][number], 'openapi_sha256'>[];
};

/** The whole descriptor: the notes, and what the code knows better than any note. */
export function createSdkRelease(): SdkRelease {
  const notes = JSON.parse(
    readFileSync(new URL('../../../schema/sdk-release.json', import.meta.url), 'utf8'),
  ) as ReleaseNotes;
  const { schema_version, released_at, channel, sdks, deprecations, capabilities } = notes;
  return {
    schema_version,
    api: {
      name: 'Field Data Service',
      version: 'v1',
      base_path: '/api/v1',
      openapi: {
        url: '/openapi.json',
        openapi_version: String(description.openapi),
        document_version: isJsonObject(description.info) ? String(description.info.version) : '',
        sha256: descriptionSha256,
        operations: operationIds(),
      },
    },
    released_at,
    channel,
    sdks: sdks.map((sdk) => ({ ...sdk, openapi_sha256: descriptionSha256 })),
    deprecations,
    capabilities,
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

function operationIds(): string[] {
  const paths = isJsonObject(description.paths) ? Object.values(description.paths) : [];
  return paths
    .flatMap((path) => (isJsonObject(path) ? Object.values(path) : []))
    .flatMap((operation) => (isJsonObject(operation) ? [String(operation.operationId)] : []));
}

/** The route. */
export function createSdkReleaseRoute(): Route {
  const body = `${JSON.stringify(createSdkRelease(), null, 2)}\n`;
  return {
    method: 'GET',
    path: '/sdk-release.json',
    handle: (context) => answerWithETag(context, body, { 'cache-control': 'public, max-age=300' }),
  };
}
