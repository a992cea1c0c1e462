/** Serves the service's own documents: its description, in JSON exactly as on disk and in YAML (RFC 9512), and the release descriptor. */
import { stringify } from 'yaml';
import type { SdkRelease } from './sdk-release.ts';
import { description, descriptionBytes } from '../records/description.ts';
import { createDocumentRoute, type Route } from '../requests/service-request.ts';

/** The routes. */
export function createPublishedRoutes(release: SdkRelease): Route[] {
  // Otherwise readers of YAML 1.1, as of Python and Ruby, would take texts for dates.
  const writeYaml = () => stringify(description, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  return [
    createDocumentRoute('/openapi.json', () => descriptionBytes),
    createDocumentRoute('/openapi.yaml', writeYaml, { 'content-type': 'application/yaml' }),
    createDocumentRoute('/sdk-release.json', () => `${JSON.stringify(release, null, 2)}\n`),
  ];
}
