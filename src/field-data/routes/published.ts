/** Serves the service's own documents: its description, in JSON exactly as on disk and in YAML (RFC 9512), and the release descriptor. */
import { stringify } from 'yaml';
import type { SdkRelease } from './sdk-release.ts';
import { description, descriptionBytes } from '../records/description.ts';
import { createDocumentRoute, type Route } from '../requests/service-request.ts';

/** The routes. */
export function createPublishedRoutes(release: SdkRelease): Route[] {
  const publish = (path: string, type: string, write: () => string) =>
    createDocumentRoute(path, type, 300, () => new TextEncoder().encode(write()));
  return [
    createDocumentRoute('/openapi.json', 'application/json', 300, () => descriptionBytes),
    publish('/openapi.yaml', 'application/yaml', () => stringify(description, { aliasDuplicateObjects: false })),
    publish('/sdk-release.json', 'application/json', () => `${JSON.stringify(release, null, 2)}\n`),
  ];
}
