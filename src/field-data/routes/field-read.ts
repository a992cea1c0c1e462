/** The common part of the reads of a field's records: access, the fields, and the response. Each read adds its query and a field's list. */
import type { Scope } from '../records/keys.ts';
import { invalidParameters, type Violation } from '../records/errors.ts';
import { createQueryReader, type QueryOf, type QueryReader } from '../records/validation.ts';
import { LongWork } from '../requests/long-work.ts';
import { responseWithETag, type RequestContext, type Route } from '../requests/service-request.ts';
import { findVisibleField, type KnownCaller } from '../requests/caller.ts';
import type { Field, Store } from '../store/store.ts';
import type { FieldList } from './lists.ts';
import { respondToBatch } from './batch-read.ts';

type ListOperation = 'getWeather' | 'getEarthObservations' | 'listObservations';

/** Parameters with a default in the description, which their reader fills in. */
interface Defaulted {
  getWeather: 'granularity' | 'order';
  getEarthObservations: 'order';
  listObservations: 'limit';
}

/** The query of a read, without the field. */
type Filters<Operation extends ListOperation> = Omit<QueryOf<Operation>, 'field_id'> &
  Required<Pick<QueryOf<Operation>, Defaulted[Operation] & keyof QueryOf<Operation>>>;

/** The specific part of a read. */
interface FieldRead<Operation extends ListOperation> {
  path: string;
  scope: Scope;
  /** Cache-Control of responses to callers without a key. */
  publicDirective: string;
  /** Throws violations that need a timezone. It is called with UTC if the caller can see no such field; otherwise `list` throws them. */
  assertIn(filters: Filters<Operation>, timezone: string): unknown;
  /** The list of a field that the caller may see. */
  list(filters: Filters<Operation>, field: Field, caller: KnownCaller, context: RequestContext): Promise<FieldList>;
}

/** The routes of a read: of one field, and of a batch. */
export function createFieldReadRoutes<Operation extends ListOperation>(
  store: Store,
  read: FieldRead<Operation>,
): Route[] {
  const { path, scope, publicDirective } = read;
  const batchPath = path.replace('/v1/', '/v1/batch/');
  const readQuery = createQueryReader<Filters<Operation> & { field_id: string }>(path);
  const readBatchQuery = createQueryReader<Filters<Operation> & { field_ids: string[] }>(batchPath);

  const batches = new LongWork();

  async function begin<Query extends Filters<Operation>>(
    context: RequestContext,
    reader: QueryReader<Query>,
    { requests = 1, refused = [] }: { requests?: number; refused?: Violation[] } = {},
  ) {
    const caller = await context.admit(scope, requests);
    const { values, violations } = reader(context.request.searchParams);
    violations.push(...refused);
    if (violations.length > 0) throw invalidParameters(violations);
    return {
      values,
      directive: caller.quota === undefined ? publicDirective : 'private, no-cache',
      async listOf(id: string): Promise<FieldList> {
        const field = await findVisibleField(store, caller, id, (timezone) => read.assertIn(values, timezone));
        return read.list(values, field, caller, context);
      },
    };
  }

  return [
    {
      method: 'GET',
      path,
      async handle(context) {
        const { values, directive, listOf } = await begin(context, readQuery);
        const { body, etag, headers, own } = await listOf(values.field_id);
        return { ...responseWithETag(context, body, { 'cache-control': directive, ...headers }, etag), own };
      },
    },
    {
      method: 'GET',
      path: batchPath,
      async handle(context) {
        const { searchParams } = context.request;
        // The batch counts as one request for each name, before the names are checked.
        const requests = searchParams.get('field_ids')?.split(',', fieldsMax).length ?? 1;
        const counts = { requests, refused: refusedInBatch(searchParams) };
        const { values, directive, listOf } = await begin(context, readBatchQuery, counts);
        const batch = { path, fieldIds: values.field_ids, directive, listOf };
        return batches.run(context, () => respondToBatch(context, batch));
      },
    },
  ];
}

/** Fields of one batch, as the description bounds them. */
const fieldsMax = 100;

/** A cursor that is ignored, as other unknown parameters are, would return the first pages again and again. */
function refusedInBatch(parameters: URLSearchParams): Violation[] {
  const detail = 'belongs to a read of one field';
  return ['field_id', 'cursor']
    .filter((parameter) => parameters.has(parameter))
    .map((parameter) => ({ code: 'not_allowed', detail, parameter }));
}
