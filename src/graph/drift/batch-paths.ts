/** Which batch reads a description announces: the gateway requests no others. */
import { readOperations } from '../../openapi-diff/operations.ts';
import { DescriptionReader } from '../../openapi-diff/schema-view.ts';

const get = 'GET ';
const batch = '/api/v1/batch/';

/** Paths of batch reads by the path of the single-field read, counted from the service's address, whose own path is `basePath`. */
export function batchPaths(description: Readonly<Record<string, unknown>>, basePath: string): Map<string, string> {
  return new Map(
    [...readOperations(new DescriptionReader(description), basePath).values()]
      .filter(({ name, parameters }) => name.startsWith(get + batch) && parameters.has('parameter field_ids'))
      .map(({ name }) => [name.replace(get + batch, '/api/v1/'), name.slice(get.length)]),
  );
}
