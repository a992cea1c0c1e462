/** The batch reads that a description announces. */
import { type Operation, readKnownOperations } from '../../../openapi-diff/operations.ts';
import { DescriptionReader, type JsonObject } from '../../../openapi-diff/schema-view.ts';

const get = 'GET ';
const batch = '/api/v1/batch/';
const nameLengthMax = 200;

/** Addresses of batch reads, by the address of their single-field read. `basePath` is the path of the service's address. */
export function batchReads(description: JsonObject, serviceUrl: string, basePath: string): Map<string, string> {
  const isBatch = ({ name, parameters }: Operation) =>
    name.startsWith(get + batch) && name.length <= nameLengthMax && parameters.has('parameter field_ids');
  const operations = readKnownOperations(new DescriptionReader(description), basePath, isBatch);
  const paths = [...operations.values()].filter(isBatch).map(({ name }) => name.slice(get.length));
  return new Map(paths.map((path) => [serviceUrl + path.replace(batch, '/api/v1/'), serviceUrl + path]));
}
