/** The batch reads that a description announces. */
import { readOperations } from '../../../openapi-diff/operations.ts';
import { DescriptionReader, type JsonObject } from '../../../openapi-diff/schema-view.ts';

const get = 'GET ';
const batch = '/api/v1/batch/';
const nameLengthMax = 200;

/** Addresses of batch reads, by the address of their single-field read. `basePath` is the path of the service's address. */
export function batchReads(description: JsonObject, serviceUrl: string, basePath: string): Map<string, string> {
  return new Map(
    [...readOperations(new DescriptionReader(description), basePath).values()]
      .filter(({ name, parameters }) => name.startsWith(get + batch) && parameters.has('parameter field_ids'))
      .filter(({ name }) => name.length <= nameLengthMax)
      .map(({ name }) => [
        `${serviceUrl}${name.replace(get + batch, '/api/v1/')}`,
        `${serviceUrl}${name.slice(get.length)}`,
      ]),
  );
}
