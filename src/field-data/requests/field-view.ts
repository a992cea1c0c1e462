/** The one way from a field id to a field the caller may see. */
import { canSee, type KnownCaller } from './caller.ts';
import { fieldNotFound } from '../records/errors.ts';
import type { Field, Registry } from '../store/store.ts';

/**
 * Finds a field in the caller's view. Throws the same field_not_found for one that does not exist and one they may not see.
 * What is faulty in a request is said before that: `assertIn` throws the violations that need a timezone, and gets UTC where there
 * is no field to ask, so that unknown and invisible fields answer alike.
 */
export async function findVisibleField(
  registry: Pick<Registry, 'findField'>,
  caller: KnownCaller,
  id: string,
  assertIn: (timezone: string) => unknown = () => undefined,
): Promise<Field> {
  const field = await registry.findField(id);
  if (field && canSee(caller, field)) return field;
  assertIn('UTC');
  throw fieldNotFound();
}
