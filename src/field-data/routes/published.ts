/** Serves the service's own documents: its description, in JSON exactly as on disk and in YAML (RFC 9512), and the release descriptor. */
import { stringify } from 'yaml';
import type { SdkRelease } from './sdk-release.ts';
import { description, descriptionBytes } from '../records/description.ts';
import { answerWithETag, type Route } from '../requests/service-request.ts';

/** The routes. A document is rendered at its first request, because few callers need YAML. */
export function createPublishedRoutes(release: SdkRelease): Route[] {
  const publish = (path: string, type: string, write: () => Uint8Array<ArrayBuffer>): Route => {
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=300' };
    const handle: Route['handle'] = (context) => {
      bytes ??= write();
      return answerWithETag(context, bytes, headers);
    };
    return { method: 'GET', path, handle };
  };
  const encode = (text: string) => new TextEncoder().encode(text);
  return [
    publish('/openapi.json', 'application/json', () => descriptionBytes),
    publish('/openapi.yaml', 'application/yaml', () =>
      encode(stringify(description, { aliasDuplicateObjects: false })),
    ),
    publish('/sdk-release.json', 'application/json', () => encode(`${JSON.stringify(release, null, 2)}\n`)),
  ];
}
