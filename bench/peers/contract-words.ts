/**
 * Translates responses of peers that make their schema from the REST contract into the words of our graph, so that they can be compared.
 * This time is not measured.
 */

const enumKeys = new Set(['kind', 'condition', 'unit', 'provenance', 'category', 'severity']);
const indexNames = new Set(['ndvi', 'ndmi', 'evi', 'ndre', 'savi', 'msavi']);

function inOurWords(key: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (enumKeys.has(key) || (key === 'name' && indexNames.has(value))) return value.toUpperCase();
    return /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace('.000Z', 'Z') : value;
  }
  if (key === 'location' && value !== null) {
    const [longitude, latitude] = (value as { coordinates: number[] }).coordinates;
    return { longitude, latitude };
  }
  return inGraphWords(value);
}

/** Returns a value with camelCase keys, upper-case enum values, instants as the service sent them, and points as objects. */
export function inGraphWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inGraphWords);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [name, inOurWords(name, each)];
    }),
  );
}

/** Returns the records of a field with the ids of our graph. */
export function withGraphIds(fieldId: string, word: 'eo' | 'obs', records: unknown): unknown {
  if (!Array.isArray(records)) return records;
  return records.map((record: { id: string }) => ({ ...record, id: `${fieldId}:${word}:${record.id}` }));
}

/** Returns the leaves of a selection in the words of the contract: names in snake_case, and points as GeoJSON. */
export const inContractWords = (leaves: string): string =>
  leaves
    .replace('location { longitude latitude }', 'location { coordinates }')
    .replace(/[a-z][A-Z]/g, (pair) => `${pair[0]}_${pair[1]?.toLowerCase()}`);
