/** JSON Lines: each line is a record of the contract, of any resource, as export writes it. */
import { isRecord } from '../../../platform/json/is-record.ts';
import { tryOr } from '../../../platform/sync/try-or.ts';
import type { Resource } from '../../store/rows.ts';
import type { Candidate, JsonObject, FormatOptions } from '../candidate.ts';
import { encodingError, type Lines } from './lines.ts';
import { stacCandidate } from './stac.ts';

/** Reads the candidates of a file while its lines arrive. Skips blank lines. */
export async function* readJsonLines(pieces: Lines, options: FormatOptions): AsyncGenerator<Iterable<Candidate>> {
  let number = 1;
  for await (const lines of pieces) {
    const first = number;
    yield lines.flatMap((line, at) => (line.trim() === '' ? [] : readLine(line, `line ${first + at}`, options)));
    number += lines.length;
  }
}

function readLine(line: string, place: string, options: FormatOptions): Candidate {
  const notUtf8 = encodingError(line);
  if (notUtf8 !== undefined) return { place, error: notUtf8 };
  const value: unknown = tryOr(() => JSON.parse(line), undefined);
  if (value === undefined) return { place, error: 'is not JSON' };
  if (!isRecord(value)) return { place, error: 'is no JSON object' };
  if (value.type === 'Feature') return stacCandidate(value, place, options);
  const resource = resourceOf(value);
  if (!resource) return { place, error: 'is no record: it has neither starts_at, nor scene_id, nor text' };
  const { fieldId, kind, issuedAt } = options;
  const given = resource === 'weather' ? { kind: value.kind ?? kind, issued_at: value.issued_at ?? issuedAt } : {};
  return { place, resource, record: { ...value, field_id: value.field_id ?? fieldId, ...given } };
}

/** Each resource has a required property that no other has. */
function resourceOf(value: JsonObject): Resource | undefined {
  if ('starts_at' in value) return 'weather';
  if ('scene_id' in value) return 'earth_observations';
  return 'text' in value ? 'observations' : undefined;
}
