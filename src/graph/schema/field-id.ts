/** Field ids: the plain `fld_…` of the service, which is also the Relay global id. Nothing here checks that the field exists. */
import { invalidArgument, type InputFault } from '../errors/gateway-error.ts';

/** The form of a field id. */
const fieldIdPattern = /^fld_[0-9A-Za-z._~-]{1,128}$/;
const message = 'A field id is fld_ followed by 1 to 128 letters, digits, dots, underscores, tildes or hyphens.';

/** Whether a value has the form of a field id. A well-formed id may still name no field. */
export const isFieldId = (id: string): boolean => fieldIdPattern.test(id);

/** The violation of a malformed field id; empty for a well-formed one. `path` names the argument. */
export function fieldIdFaults(id: string, path: string[]): InputFault[] {
  return isFieldId(id) ? [] : [{ path, code: 'WRONG_FORMAT', message }];
}

/** The field of an id, or the error that GraphQL reports instead for a malformed id: at this index or property of the argument. */
export function toField(id: string, argument: string, within?: number | string): { id: string } {
  if (fieldIdPattern.test(id)) return { id };
  const path = within === undefined ? [argument] : [argument, String(within)];
  return invalidArgument(path, message, 'WRONG_FORMAT') as never;
}
