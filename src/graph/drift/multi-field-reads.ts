/** Which reads of several fields in one call a service announces, by its own description: what is not described is not requested. */
import { readOperations } from '../../openapi-diff/operations.ts';
import { DescriptionReader } from '../../openapi-diff/schema-view.ts';

/** Paths, counted from the service's address whose own path is `basePath`, of the GETs that take `field_ids`. */
export function multiFieldReads(description: Readonly<Record<string, unknown>>, basePath: string): string[] {
  return [...readOperations(new DescriptionReader(description), basePath).values()]
    .filter(({ name, parameters }) => name.startsWith(get) && parameters.has('parameter field_ids'))
    .map(({ name }) => name.slice(get.length));
}

const get = 'GET ';
