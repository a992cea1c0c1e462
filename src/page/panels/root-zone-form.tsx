/** Assumptions of the water balance about soil and crop, which the graph does not know. Stored in the browser. */
import type { RootZone } from '../settings.ts';

/** The bounds are the graph's own, so that it refuses nothing. */
const inputs = [
  { name: 'totalAvailableWater', title: 'Water the root zone holds (mm)', min: 1, max: 1_000, step: 1 },
  { name: 'depletionFraction', title: 'Part taken before the crop suffers (p)', min: 0.05, max: 0.95, step: 0.05 },
  { name: 'initialDepletion', title: 'Missing 30 days ago (mm)', min: 0, max: 1_000, step: 1 },
  { name: 'kc', title: 'Crop coefficient (Kc)', min: 0, max: 2, step: 0.05 },
] as const;

export function RootZoneForm({ value, onChange }: { value: RootZone; onChange(value: RootZone): void }) {
  return (
    <details class="assumptions">
      <summary>
        Assumes {value.totalAvailableWater} mm of available water, p {value.depletionFraction}, Kc {value.kc}
      </summary>
      <div class="inputs">
        {inputs.map(({ name, title, min, max, step }) => (
          <label key={name}>
            {title}
            <input
              type="number"
              {...{ min, max: name === 'initialDepletion' ? value.totalAvailableWater : max, step }}
              value={value[name]}
              onChange={({ currentTarget }) => {
                if (!currentTarget.reportValidity() || Number.isNaN(currentTarget.valueAsNumber)) return;
                const next = { ...value, [name]: currentTarget.valueAsNumber };
                onChange({ ...next, initialDepletion: Math.min(next.initialDepletion, next.totalAvailableWater) });
              }}
            />
          </label>
        ))}
      </div>
    </details>
  );
}
