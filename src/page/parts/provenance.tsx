/** A notice of data that was not measured on the day that it is shown for, once above all panels. */
import { words } from '../measures.ts';
import type { FieldData } from '../panels/input.ts';

const meanings: Readonly<Record<string, string>> = {
  REPLAYED: "Historical records replayed on today's dates",
  SIMULATED: 'Made by a model: do not base decisions about a real field on it',
  UNKNOWN: 'The origin is unknown',
};
/** Those that a person has to know before deciding anything. */
const noticed = ['SIMULATED', 'REPLAYED', 'UNKNOWN'];

export function ProvenanceNotice({ field }: { field: FieldData }) {
  const by: [string, readonly string[]][] = [
    ['weather', (field.weather ?? []).map(({ source }) => source.provenance)],
    ['degree days', field.growingDegreeDays?.provenances ?? []],
    ['soil water deficit', field.waterBalance?.provenances ?? []],
    ['spray windows', field.sprayConditions?.provenances ?? []],
    ['satellite scenes', field.indexSeason?.provenances ?? []],
  ];
  const sentences = noticed.flatMap((provenance) => {
    const names = by.filter(([, provenances]) => provenances.includes(provenance)).map(([name]) => name);
    return names.length === 0 ? [] : [{ provenance, names }];
  });
  if (sentences.length === 0) return null;
  return (
    <div class="notice" role="note">
      {sentences.map(({ provenance, names }) => (
        <p key={provenance}>
          <b class="tag">{words(provenance)}</b> {meanings[provenance]} ({names.join(', ')}).
        </p>
      ))}
    </div>
  );
}
