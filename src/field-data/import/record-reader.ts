/** Checks that a record of a file is one of the contract, and converts it to the units that the service sends. */
import { emptyRecord, readableSchema, resolvePointer, type Schema } from '../records/description.ts';
import type { Violation } from '../records/errors.ts';
import { createSchemaCheck } from '../records/validation.ts';
import { excerpt, type JsonObject } from './candidate.ts';
import { convertMeasures } from './measures.ts';

/** Why a record is refused, for the person who made the file. */
export class RecordError extends Error {}

/**
 * Creates the check of a record by its schema. It adds missing properties in the order of the schema, and converts to the service's units.
 * It throws RecordError, also for unknown properties.
 */
export function createRecordReader(name: 'WeatherRecord' | 'EarthObservation' | 'Observation') {
  const schema = resolvePointer(`#/components/schemas/${name}`);
  // All properties in the order of the schema: a copy of this is filled faster than an empty object.
  const empty = emptyRecord(schema);
  const violationsOf = createSchemaCheck(name);
  return (record: JsonObject): JsonObject => {
    const unknown = unknownProperties(schema, record);
    if (unknown.length > 0) throw new RecordError(`${unknown.join(', ').slice(0, 100)}: no such property`);
    const complete: JsonObject = { ...empty };
    for (const name in record) complete[name] = record[name] ?? complete[name];
    const violations = violationsOf(complete);
    if (violations.length > 0)
      throw new RecordError(violations.map((violation) => describe(violation, complete)).join('; '));
    const impossible = convertMeasures(complete);
    if (impossible.length > 0) throw new RecordError(impossible.join('; '));
    return complete;
  };
}

/** A comma before three digits may separate thousands. */
const decimalComma = /^([+-]?\d+),(?!\d{3}$)(\d+)$/;

/** `temperature_max/value must be a number, not "n/a"` */
function describe({ pointer = '', detail }: Violation, record: JsonObject): string {
  const names = pointer.split('/').slice(1);
  const value = names.reduce<unknown>((at, name) => (at as JsonObject)[name], record);
  const error = `${names.join('/')} ${detail}`;
  if (!detail.endsWith('a number') || typeof value !== 'string') return error;
  const text = excerpt(value);
  const hint = decimalComma.test(text)
    ? `: write ${text.replace(',', '.')}, or separate the cells of a CSV file by semicolons`
    : '';
  return `${error}, not ${JSON.stringify(text)}${hint}`;
}

/** Adds the paths of properties that its schema lacks, at any depth, to `unknown`: a misspelt one must not be lost silently. */
function unknownProperties(schema: Schema, value: unknown, path = '', unknown: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return unknown;
  const { properties, items } = readableSchema(schema);
  if (Array.isArray(value)) {
    if (items)
      for (const [index, entry] of value.entries()) unknownProperties(items, entry, `${path}${index}/`, unknown);
  } else if (properties) {
    for (const [name, entry] of Object.entries(value)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) unknownProperties(property, entry, `${path}${name}/`, unknown);
      else unknown.push(path + name);
    }
  }
  return unknown;
}
