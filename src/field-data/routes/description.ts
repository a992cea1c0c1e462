/** GET /openapi.json: the description, byte for byte as it is on disk; and /openapi.yaml: the same document for people and tools that read YAML. */
import { stringify } from 'yaml';
import { description, descriptionBytes } from '../records/description.ts';
import { answerWithETag, type Route } from '../requests/service-request.ts';

const cacheControl = 'public, max-age=300';

/** The route of the JSON. */
export function createDescriptionRoute(): Route {
  return {
    method: 'GET',
    path: '/openapi.json',
    handle: (context) => answerWithETag(context, descriptionBytes, { 'cache-control': cacheControl }),
  };
}

/** The route of the YAML (RFC 9512). It is written at the first request, and few ask. */
export function createYamlDescriptionRoute(): Route {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  return {
    method: 'GET',
    path: '/openapi.yaml',
    handle(context) {
      bytes ??= new TextEncoder().encode(stringify(description, { aliasDuplicateObjects: false }));
      return answerWithETag(context, bytes, { 'content-type': 'application/yaml', 'cache-control': cacheControl });
    },
  };
}
