/** A notice of data that was not measured as it is shown, once above all panels. */
import { words } from '../measures.ts';
import type { FieldData } from '../panels/input.ts';

const meanings: Readonly<Record<string, string>> = {
  REPLAYED: 'measured on another day and played again',
  SIMULATED: 'made by a model, not for decisions about a real field',
  DERIVED: 'computed from measured values',
  UNKNOWN: 'of unknown origin',
};
/** Those that a person has to know before deciding anything. */
const noticed = ['SIMULATED', 'REPLAYED', 'UNKNOWN'];

export function ProvenanceNotice({ field }: { field: FieldData }) {
  const by: [string, readonly string[]][] = [
    ['weather', (field.weather ?? []).map(({ source }) => source.provenance)],
    ['degree days', field.growingDegreeDays?.provenances ?? []],
    ['water', field.waterBalance?.provenances ?? []],
    ['spraying hours', field.sprayConditions?.provenances ?? []],
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
          <b class="tag">{words(provenance)}</b> In {new Intl.ListFormat('en').format(names)}: {meanings[provenance]}.
        </p>
      ))}
    </div>
  );
}
