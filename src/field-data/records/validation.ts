/**
 * Checks requests with validators compiled from the description, so that the service enforces its documentation. A violation names its JSON
 * Pointer or parameter, and the accepted values.
 */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { components, operations } from '../../contract/openapi.ts';
import { description, resolvePointer, type Schema } from './description.ts';
import type { Violation } from './errors.ts';
import {
  createSchemaCompiler,
  errorsOf,
  escapeSegment,
  explainError,
  explainFormats,
} from '../../platform/json/schema-errors.ts';
import { lostPlusHint } from '../../platform/time/instant.ts';

const ajv = createSchemaCompiler(description);

/** The validator of the schema at a JSON Pointer. Each is compiled once in a process. */
const compiledAt = (pointer: string) => ajv.getSchema(`openapi${pointer}`) as ValidateFunction;

/** Lists of valid records have at most this many entries. */
const entriesMax = 1_000;

/** Creates the check of a component schema, which returns every violation. It checks only the beginning of a list that is too long. */
export function createSchemaCheck(name: keyof components['schemas']): (value: unknown) => Violation[] {
  const validate = compiledAt(`#/components/schemas/${name}`);
  return (value) => errorsOf(validate, value, entriesMax);
}

/** Query parameters of an operation, typed as the contract has them. */
export type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

/** Plain decimals, as the description promises: no plus sign and no exponent. Schemas bound them. */
const numberForms: Record<string, RegExp> = { integer: /^-?\d{1,40}$/, number: /^-?\d{1,40}(\.\d{1,40})?$/ };

/** Reads query parameters. Returns the valid values and every violation. */
export type QueryReader<Query> = (parameters: URLSearchParams) => { values: Query; violations: Violation[] };

/**
 * Creates the reader of the query parameters of a path's GET. Each parameter may occur once, and numbers are plain decimals. The reader
 * fills in defaults and ignores unknown parameters.
 */
export function createQueryReader<Query>(path: string): QueryReader<Query> {
  const checks = parameterChecks(`#/paths/${escapeSegment(path)}/get/parameters`);
  return (parameters) => {
    const values: Record<string, unknown> = {};
    const violations: Violation[] = [];
    for (const { name, required, schema, check } of checks) {
      const given = parameters.getAll(name);
      const text = given[0];
      if (text === undefined) {
        if (required) violations.push({ code: 'required', detail: 'is required', parameter: name });
        else values[name] = schema.default;
        continue;
      }
      const isNumber = schema.type && numberForms[schema.type]?.test(text);
      const value = schema.type === 'array' ? text.split(',') : isNumber ? Number(text) : text;
      const own: Violation[] = given.length > 1 ? [{ code: 'duplicate', detail: 'must be given once' }] : check(value);
      if (own.length > 0) violations.push(...own.map((violation) => ({ ...violation, parameter: name })));
      else values[name] = value;
    }
    return { values: values as Query, violations };
  };
}

function parameterChecks(listPointer: string) {
  const list = resolvePointer<{ $ref?: string }[]>(listPointer);
  return list.flatMap(({ $ref }, index) => {
    const place = $ref ?? `${listPointer}/${index}`;
    const { name, in: where, required = false, schema } = resolvePointer<Parameter>(place);
    if (where !== 'query') return [];
    const validate = compiledAt(`${place}/schema`);
    const check = (value: unknown) => (validate(value) ? [] : explainParameter(value, validate.errors ?? []));
    return [{ name, required, schema, check }];
  });
}

/** Violations of one parameter that are listed. */
const violationsMax = 20;

/** Explains a value, or the list and each entry of it: by its first error, as the others follow from that. */
function explainParameter(value: unknown, errors: readonly ErrorObject[]): Violation[] {
  const forms = errors.filter(({ keyword }) => keyword === 'format').map(({ params }) => params.format);
  // Alternative formats are one violation, not one for each format.
  if (forms.length > 0) return [{ code: 'wrong_format', detail: explainFormats(forms) + lostPlusHint(value) }];
  const byPlace = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...byPlace].slice(0, violationsMax).map(([path, [first]]) => {
    const { code, detail } = explainError(first as ErrorObject);
    // The path of an error in a list is the index of the entry; people count from 1.
    return { code, detail: path ? `entry ${Number(path.slice(1)) + 1} ${detail}` : detail };
  });
}
