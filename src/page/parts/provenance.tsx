/** A notice of data that was not measured on the day that it is shown for, once above all panels. */
import { words } from '../measures.ts';
import type { FieldData } from '../panels/input.ts';

/** Provenances to warn about, the most important first. */
const meanings: Readonly<Record<string, string>> = {
  SIMULATED: 'Made by a model: do not base decisions about a real field on it',
  REPLAYED: "Historical records replayed on today's dates",
  UNKNOWN: 'The origin is unknown',
};

export function ProvenanceNotice({ field }: { field: FieldData }) {
  const by: [string, readonly string[]][] = [
    ['weather', (field.weather ?? []).map(({ source }) => source.provenance)],
    ['degree days', field.growingDegreeDays?.provenances ?? []],
    ['soil water deficit', field.waterBalance?.provenances ?? []],
    ['spray windows', field.sprayConditions?.provenances ?? []],
    ['satellite scenes', field.indexSeason?.provenances ?? []],
  ];
  const namesOf = (provenance: string) =>
    by.filter(([, provenances]) => provenances.includes(provenance)).map(([name]) => name);
  const shown = Object.keys(meanings).filter((provenance) => namesOf(provenance).length > 0);
  if (shown.length === 0) return null;
  return (
    <div class="notice" role="note">
      {shown.map((provenance) => (
        <p key={provenance}>
          <b class="tag">{words(provenance)}</b> {meanings[provenance]} ({namesOf(provenance).join(', ')}).
        </p>
      ))}
    </div>
  );
}
