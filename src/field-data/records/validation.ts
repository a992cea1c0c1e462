/**
 * Checks of requests, compiled from the description itself, so that what is documented is what is enforced.
 * A fault names its place (JSON Pointer or parameter) and says what would be right.
 */
import { type ErrorObject, Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { components, operations } from '../../contract/openapi.ts';
import { description, isJsonObject, type Json, resolvePointer } from './description.ts';
import type { Fault } from './errors.ts';
import { parsePlainInstant } from '../../platform/instant.ts';

// ajv-formats is CommonJS whose types claim a default export that Node does not give under nodenext.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default;

// `verbose` hands each fault its schema, which says in words what a pattern means.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, verbose: true });
addFormats(ajv);
// What every record has, by its digits; the rest by the patterns of the format.
const { validate: isDateTime } = fullFormats['date-time'] as { validate: (text: string) => boolean };
ajv.addFormat('date-time', (text) => parsePlainInstant(text) !== undefined || isDateTime(text));
// Ajv compares entries pairwise and in depth, whatever they are, before it counts them: seconds for one hostile body.
ajv.removeKeyword('uniqueItems');
ajv.addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate: assertUniqueTexts,
});
ajv.addVocabulary([...Object.keys(description), 'x-ucum', 'x-must-be']);
ajv.addSchema(description, 'openapi');

/** `uniqueItems` in one pass, for lists of text, which are all that the description calls unique. */
function assertUniqueTexts(isUnique: boolean, list: readonly unknown[]): boolean {
  assertUniqueTexts.errors = undefined;
  if (!isUnique) return true;
  const places = new Map<string, number>();
  for (const [i, text] of list.entries()) {
    if (typeof text !== 'string') continue; // What is no text has a fault of its own.
    const j = places.get(text);
    if (j !== undefined) {
      assertUniqueTexts.errors = [{ keyword: 'uniqueItems', params: { i, j } }];
      return false;
    }
    places.set(text, i);
  }
  return true;
}
assertUniqueTexts.errors = undefined as Partial<ErrorObject>[] | undefined;

type SchemaName = keyof components['schemas'];

/** A check of one component schema: every fault of a value, none where it is valid. */
export function createSchemaCheck(name: SchemaName): (value: unknown) => Fault[] {
  const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  return (value) => (validate(value) ? [] : faultsOf(validate.errors ?? []));
}

/** Keywords whose faults are told by a sibling that knows more. */
const echoKeywords = new Set(['if', 'items', 'oneOf', 'anyOf']);

/** Text that may not be blank. */
const notBlank = '\\S';

function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  const empty = new Set(
    errors.filter(({ keyword }) => keyword === 'minLength').map(({ instancePath }) => instancePath),
  );
  // What is empty is blank too: one fault says it. And "must be null" is the other choice of a measure, which was not made.
  const isEcho = ({ keyword, params, instancePath }: ErrorObject) =>
    echoKeywords.has(keyword) ||
    (keyword === 'type' && params.type === 'null') ||
    (keyword === 'pattern' && params.pattern === notBlank && empty.has(instancePath));
  return errors.filter((error) => !isEcho(error)).map((error) => ({ ...explain(error), pointer: pointerOf(error) }));
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const name = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  // Property names come from the caller: bounded, and escaped as RFC 6901 says.
  return name === undefined ? instancePath : `${instancePath}/${escapeSegment(String(name).slice(0, 100))}`;
}

function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
};

/** What one fault says. */
function explain({ keyword, params, parentSchema, message }: ErrorObject): Pick<Fault, 'code' | 'detail'> {
  switch (keyword) {
    case 'required':
      return { code: 'required', detail: 'is required' };
    case 'additionalProperties':
      return { code: 'unknown_property', detail: 'is not a property of this object' };
    case 'type':
      return { code: 'wrong_type', detail: `must be ${articles[params.type] ?? params.type}` };
    case 'enum':
      return { code: 'not_allowed', detail: `must be one of ${params.allowedValues.join(', ')}` };
    case 'pattern':
      return {
        code: 'wrong_format',
        detail:
          params.pattern === notBlank
            ? 'must not be blank'
            : `must be ${parentSchema?.['x-must-be'] ?? params.pattern}`,
      };
    case 'format':
      return { code: 'wrong_format', detail: `must be a valid ${params.format}` };
    case 'minLength':
      return {
        code: 'too_short',
        detail: params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`,
      };
    case 'maxLength':
      return { code: 'too_long', detail: `must have at most ${params.limit} characters` };
    case 'minimum':
      return { code: 'too_small', detail: `must be at least ${params.limit}` };
    case 'maximum':
      return { code: 'too_large', detail: `must be at most ${params.limit}` };
    case 'minItems':
      return { code: 'too_short', detail: `must have at least ${params.limit} entries` };
    case 'maxItems':
      return { code: 'too_many', detail: `must have at most ${params.limit} entries` };
    case 'uniqueItems':
      return { code: 'duplicate', detail: `entries ${params.j} and ${params.i} are the same` };
    default:
      return { code: 'not_allowed', detail: message ?? 'is not acceptable' };
  }
}

/** Query parameters of an operation, typed as the contract has them. */
export type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

interface ParameterCheck {
  name: string;
  required: boolean;
  /** How a number is written; undefined where the value is text. */
  numberForm: RegExp | undefined;
  /** Whether it holds several values, with commas between them. */
  isList: boolean;
  fallback: Json | undefined;
  check(value: unknown): Fault | undefined;
}

/** Plain decimal, as the description promises: no sign, no exponent, no leading plus; a whole number is digits alone. */
const numberForms: Record<string, RegExp> = { integer: /^\d{1,15}$/, number: /^\d{1,15}(\.\d{1,40})?$/ };

/**
 * A reader of an operation's query parameters: each at most once, numbers in plain decimal, defaults filled in, parameters that
 * the operation does not have ignored. Gives the values, or every fault.
 */
export function createQueryReader<Operation extends keyof operations>(
  path: string,
): (parameters: URLSearchParams) => { values: QueryOf<Operation>; faults: Fault[] } {
  const checks = parameterChecks(`#/paths/${escapeSegment(path)}/get/parameters`);
  return (parameters) => {
    const values: Record<string, unknown> = {};
    const faults: Fault[] = [];
    for (const { name, required, numberForm, isList, fallback, check } of checks) {
      const given = parameters.getAll(name);
      const text = given[0];
      if (text === undefined) {
        if (required) faults.push({ code: 'required', detail: 'is required', parameter: name });
        else if (fallback !== undefined) values[name] = fallback;
        continue;
      }
      const value = isList ? text.split(',') : numberForm?.test(text) ? Number(text) : text;
      const fault: Fault | undefined =
        given.length > 1 ? { code: 'duplicate', detail: 'must be given once' } : check(value);
      if (fault) faults.push({ ...fault, parameter: name });
      else values[name] = value;
    }
    return { values: values as QueryOf<Operation>, faults };
  };
}

function parameterChecks(listPointer: string): ParameterCheck[] {
  const list = resolvePointer(listPointer);
  if (!Array.isArray(list)) throw new Error(`The description has no list at ${listPointer}.`);
  return list.flatMap((entry: Json, index: number): ParameterCheck[] => {
    const reference = isJsonObject(entry) ? entry.$ref : undefined;
    const pointer = typeof reference === 'string' ? reference : `${listPointer}/${index}`;
    const parameter = resolvePointer(pointer);
    if (!isJsonObject(parameter) || parameter.in !== 'query' || !isJsonObject(parameter.schema)) return [];
    const validate = ajv.compile({ $ref: `openapi${pointer}/schema` });
    return [
      {
        name: String(parameter.name),
        required: parameter.required === true,
        numberForm: numberForms[String(parameter.schema.type)],
        isList: parameter.schema.type === 'array',
        fallback: parameter.schema.default,
        check: (value) => (validate(value) ? undefined : explainParameter(validate.errors ?? [])),
      },
    ];
  });
}

function explainParameter(errors: readonly ErrorObject[]): Fault {
  const [first] = errors;
  // A choice of forms is one fault, not one for each form.
  if (errors.length > 1 && errors.every(({ keyword }) => keyword === 'format' || keyword === 'anyOf')) {
    const forms = errors.filter(({ keyword }) => keyword === 'format').map(({ params }) => params.format);
    return { code: 'wrong_format', detail: `must be a valid ${forms.join(' or ')} (RFC 3339)` };
  }
  return first ? explain(first) : { code: 'not_allowed', detail: 'is not acceptable' };
}
