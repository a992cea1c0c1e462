/** Whether a record of a file is one of the contract: complete, possible, without unknown properties, in the units the service sends. */
import { isJsonObject, resolvePointer } from '../records/description.ts';
import type { Resource } from '../store/store.ts';
import { type Quantity, toServiceUnit } from '../records/units.ts';
import { createSchemaCheck } from '../records/validation.ts';
import { impossibleValues } from './bounds.ts';
import { isObject, type JsonObject } from './candidate.ts';
import { unknownProperties } from './unknown-properties.ts';

const schemaNames = {
  weather: 'WeatherRecord',
  earth_observations: 'EarthObservation',
  observations: 'Observation',
} as const satisfies Record<Resource, string>;

/** Why a record is refused, in words for whoever made the file. */
export class Fault extends Error {}

/** A record of the contract, whole and in the service's units. Throws a Fault. */
export type RecordCheck = (record: JsonObject) => JsonObject;

/** Fills a record up to all the properties of its schema, in their order, and checks it. Unknown properties are faults. */
export function createRecordCheck(resource: Resource): RecordCheck {
  const schema = resolvePointer(`#/components/schemas/${schemaNames[resource]}`);
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  const names = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => ({
    name,
    isList: isJsonObject(property) && property.type === 'array',
  }));
  const faultsOf = createSchemaCheck(schemaNames[resource]);
  return (record) => {
    const unknown = unknownProperties(schema, record);
    if (unknown.length > 0) throw new Fault(`${unknown.join(', ').slice(0, 100)}: no such property`);
    const complete = Object.fromEntries(names.map(({ name, isList }) => [name, record[name] ?? (isList ? [] : null)]));
    const faults = faultsOf(complete);
    if (faults.length > 0)
      throw new Fault(faults.map(({ pointer, detail }) => `${pointer?.slice(1)} ${detail}`).join('; '));
    const converted = convert(complete) as JsonObject;
    const impossible = impossibleValues(converted);
    if (impossible.length > 0) throw new Fault(impossible.join('; '));
    return converted;
  };
}

/** All measures of a record in the units the service sends. Distances on the ground stay metres. */
function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  if (typeof value.value === 'number' && typeof value.unit === 'string') {
    const { base, upper, ...quantity } = value as JsonObject & Quantity;
    // Degree days carry measures of their own.
    const inner = {
      ...(base === undefined ? {} : { base: convert(base) }),
      ...(upper === undefined ? {} : { upper: convert(upper) }),
    };
    return { ...toServiceUnit(quantity), ...inner };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, name === 'resolution' ? inMetres(entry) : convert(entry)]),
  );
}

function inMetres(value: unknown): unknown {
  if (!isObject(value) || value.unit === 'metre') return value;
  const { value: millimetres } = toServiceUnit(value as JsonObject & Quantity);
  return { value: millimetres / 1_000, unit: 'metre' };
}
