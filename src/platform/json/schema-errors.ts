/** Describes how a JSON value violates a schema, in words for the person who sent it. */
import { type ErrorObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { parsePlainInstant } from '../time/instant.ts';
import { isRecord } from './is-record.ts';
import { isContainer } from './nesting.ts';

/** One error. */
interface SchemaError {
  code:
    | ('required' | 'unknown_property' | 'wrong_type' | 'wrong_format' | 'not_allowed' | 'duplicate')
    | ('too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_many');
  detail: string;
  /** Place in the value, as a JSON Pointer. */
  pointer: string;
}

// ajv-formats is CommonJS whose types claim a default export that Node does not give under nodenext.
const addFormats = ajvFormats as unknown as typeof ajvFormats.default;

/** Makes a compiler for schemas of an OpenAPI description, which they refer to as `openapi`. */
export function createSchemaCompiler(description: object): Ajv2020 {
  // `verbose` adds its schema to each error, which says in words what a pattern means. Tests validate the description: compiling the
  // meta-schema would take 60 ms of each start.
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    validateSchema: false,
  });
  addFormats(ajv);
  // Common date-times are checked by their digits, others by the patterns of the format.
  const { validate: isDateTime } = fullFormats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => parsePlainInstant(text) !== undefined || isDateTime(text));
  // Ajv compares entries pairwise and deeply before it counts them: seconds for one malicious body.
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
  return ajv;
}

/** `uniqueItems` in one pass, for lists of text: the description calls no others unique. */
function assertUniqueTexts(_isUnique: true, list: readonly unknown[]): boolean {
  const places = new Map<unknown, number>();
  // Entries of another type have their own error.
  const i = list.findIndex((text, at) => typeof text === 'string' && places.getOrInsert(text, at) < at);
  assertUniqueTexts.errors = [{ keyword: 'uniqueItems', params: { i, j: places.get(list[i]) } }];
  return i === -1;
}
assertUniqueTexts.errors = undefined as Partial<ErrorObject>[] | undefined;

/** Keywords whose errors another keyword reports in more detail. */
const echoKeywords = new Set(['if', 'items', 'oneOf', 'anyOf']);

/** By keyword, the one whose error at the same place explains its own: an empty text is blank, too. */
const explainedBy: Readonly<Record<string, string>> = { enum: 'type', format: 'pattern', pattern: 'minLength' };

const notBlank = '\\S';

/**
 * Returns every error of a value, with its position and what would be right. Lists may have `entriesMax` entries. Longer ones are cut
 * before validation: ajv takes quadratic time for the errors in a list, and `maxItems` does not stop it.
 */
export function errorsOf(validate: ValidateFunction, value: unknown, entriesMax: number): SchemaError[] {
  const long = isRecord(value) ? Object.entries(value).filter(([, entry]) => lengthOf(entry) > entriesMax) : [];
  const cut = long.map(([name, list]) => [name, (list as unknown[]).slice(0, entriesMax + 1)]);
  const checked = cut.length > 0 ? { ...(value as object), ...Object.fromEntries(cut) } : value;
  const detail = `must have at most ${entriesMax} entries`;
  const errors: SchemaError[] = validate(checked)
    ? long.map(([name]) => ({ code: 'too_many', detail, pointer: `/${segmentOf(name)}` }))
    : schemaErrors(validate.errors ?? []);
  // Imports check millions of valid records. Valid values nest only as deep as their schema.
  if (errors.length === 0 && !isBroken(checked)) return errors;
  return [...errors, ...brokenTexts(checked, new Set(errors.map(({ pointer }) => pointer)))];
}

/** Many parsers refuse the whole JSON with such a text, which RFC 7493 forbids. A schema cannot express it. */
export const brokenText =
  'must not contain half of a surrogate pair, such as an emoji cut in two: cut texts between code points';

const isBroken = (value: unknown): boolean =>
  typeof value === 'string' ? !value.isWellFormed() : isContainer(value) && Object.values(value).some(isBroken);

/** The errors of texts that are not well-formed, except in values that have an error of their own at `places`. */
function brokenTexts(value: unknown, places: ReadonlySet<string>): SchemaError[] {
  const errors: SchemaError[] = [];
  const rest = [{ pointer: '', value }];
  for (const { pointer, value } of rest) {
    if (places.has(pointer)) continue;
    if (typeof value === 'string' && !value.isWellFormed())
      errors.push({ code: 'wrong_format', detail: brokenText, pointer });
    if (!isContainer(value)) continue;
    for (const [name, inner] of Object.entries(value))
      rest.push({ pointer: `${pointer}/${segmentOf(name)}`, value: inner });
  }
  return errors;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function schemaErrors(errors: readonly ErrorObject[]): SchemaError[] {
  // "must be null" comes from the unused alternative of a measure.
  const own = errors.filter(
    ({ keyword, params }) => !echoKeywords.has(keyword) && !(keyword === 'type' && params.type === 'null'),
  );
  const failed = new Set(own.map(({ keyword, instancePath }) => `${keyword} ${instancePath}`));
  return own
    .filter(({ keyword, instancePath }) => !failed.has(`${explainedBy[keyword]} ${instancePath}`))
    .map((error) => ({ ...explainError(error), pointer: pointerOf(error) }));
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const name = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  return name === undefined ? instancePath : `${instancePath}/${segmentOf(name)}`;
}

/** A property name of a caller as a segment of a JSON Pointer (RFC 6901), as well-formed text of bounded length. */
export const segmentOf = (name: string): string => escapeSegment(name.slice(0, segmentLengthMax).toWellFormed());

const segmentLengthMax = 100;

/** Escapes a name as a segment of a JSON Pointer. */
export const escapeSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const articles: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
};

const formats: Record<string, string> = {
  date: 'a date (2026-05-01)',
  'date-time': 'a date-time with an offset (2026-05-01T12:00:00Z)',
};

/** Says what a text of these formats must be, with an example for formats that people write by hand. */
export function explainFormats(names: readonly string[]): string {
  return `must be ${names.map((name) => formats[name] ?? name).join(' or ')} that exists`;
}

type Explain = (
  params: ErrorObject['params'],
  schema: ErrorObject['parentSchema'],
) => readonly [SchemaError['code'], string];

const explanations: Readonly<Record<string, Explain>> = {
  required: () => ['required', 'is required'],
  additionalProperties: () => ['unknown_property', 'is not a property of this object'],
  type: ({ type }) => {
    const types = [type].flat().map((each) => articles[each] ?? each);
    return ['wrong_type', `must be ${types.join(' or ')}`];
  },
  enum: ({ allowedValues }) => ['not_allowed', `must be one of ${allowedValues.join(', ')}`],
  pattern: ({ pattern }, schema) => [
    'wrong_format',
    pattern === notBlank ? 'must not be blank' : `must be ${schema?.['x-must-be'] ?? pattern}`,
  ],
  format: ({ format }, schema) => [
    'wrong_format',
    format in formats ? explainFormats([format]) : `must be ${schema?.['x-must-be'] ?? `a valid ${format}`}`,
  ],
  minLength: ({ limit }) => ['too_short', limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`],
  maxLength: ({ limit }) => ['too_long', `must have at most ${limit} characters`],
  minimum: ({ limit }) => ['too_small', `must be at least ${limit}`],
  maximum: ({ limit }) => ['too_large', `must be at most ${limit}`],
  minItems: ({ limit }) => ['too_short', `must have at least ${limit} entries`],
  maxItems: ({ limit }) => ['too_many', `must have at most ${limit} entries`],
  uniqueItems: ({ i, j }) => ['duplicate', `entries ${j + 1} and ${i + 1} are the same`],
};

/** The message of one error, without its place. */
export function explainError(error: ErrorObject): Omit<SchemaError, 'pointer'> {
  const other = ['not_allowed', error.message ?? 'is not acceptable'] as const;
  const [code, detail] = explanations[error.keyword]?.(error.params, error.parentSchema) ?? other;
  const isNullPart = error.data === null && error.instancePath !== '';
  return { code, detail: isNullPart ? `${detail}, not null: leave it out if it is optional` : detail };
}
