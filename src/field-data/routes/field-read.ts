/**
 * What the reads of a field's records have in common: who may ask, which field or fields, and the answer. A read says what is its own:
 * its query, and the list of one field.
 */
import type { Scope } from '../records/keys.ts';
import { invalidParameters } from '../records/errors.ts';
import { createQueryReader, type QueryOf } from '../records/validation.ts';
import type { KnownCaller } from '../requests/caller.ts';
import { answerWithETag, cacheControl, type RequestContext, type Route } from '../requests/service-request.ts';
import { findVisibleField } from '../requests/field-view.ts';
import type { Field, Store } from '../store/store.ts';
import type { FieldList } from './lists.ts';
import { answerSeveralFields } from './batch-read.ts';

type ListOperation = 'getWeather' | 'getEarthObservations' | 'listObservations';

/** What a read says of itself. */
export interface FieldRead<Operation extends ListOperation> {
  path: string;
  scope: Scope;
  /** Cache-Control of what a caller without a key is answered. */
  publicDirective: string;
  /** Throws the violations that can be found once a timezone is known: the field's, or UTC where there is no field. */
  assertIn(values: QueryOf<Operation>, timezone: string): unknown;
  /** The list of a field that the caller may see. */
  list(values: QueryOf<Operation>, field: Field, caller: KnownCaller, context: RequestContext): Promise<FieldList>;
}

/** The route of a read: of one field by `field_id`, or of several by `field_ids`. */
export function createFieldReadRoute<Operation extends ListOperation>(store: Store, read: FieldRead<Operation>): Route {
  const { path, scope, publicDirective } = read;
  const readQuery = createQueryReader<Operation>(path);
  return {
    method: 'GET',
    path,
    async handle(context) {
      const { searchParams } = context.request;
      const caller = await context.admit(scope, countFields(searchParams));
      const { values, violations } = readQuery(searchParams);
      const { field_id, field_ids } = values;
      const isAsked = searchParams.has('field_id') || searchParams.has('field_ids');
      if (!isAsked) violations.unshift({ code: 'required', detail: 'is required', parameter: 'field_id' });
      if (searchParams.has('field_id') && searchParams.has('field_ids')) {
        const detail = 'must not be given beside field_id';
        violations.push({ code: 'not_allowed', detail, parameter: 'field_ids' });
      }
      if (violations.length > 0) throw invalidParameters(violations);

      const directive = cacheControl(caller, publicDirective);
      const listOf = async (id: string): Promise<FieldList> => {
        const field = await findVisibleField(store, caller, id, (timezone) => read.assertIn(values, timezone));
        return read.list(values, field, caller, context);
      };
      if (field_ids !== undefined) return answerSeveralFields(context, field_ids, directive, listOf);
      const { body, etag, headers } = await listOf(field_id ?? '');
      return answerWithETag(context, body, { 'cache-control': directive, ...headers }, etag);
    },
  };
}

/** Fields of one read, as the description bounds them. */
const fieldsMax = 100;

/** How many requests a read counts as: as many as it names fields, before it is known whether they are ids. */
function countFields(parameters: URLSearchParams): number {
  const named = parameters.get('field_ids')?.split(',', fieldsMax).length ?? 1;
  return Math.max(1, named);
}
