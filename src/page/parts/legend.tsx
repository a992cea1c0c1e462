/** The legend of a chart. */

/** A sign and its word. `kind` is a class of the style sheet. */
export interface LegendEntry {
  kind: string;
  word: string;
}

/** The entries in a row. To a screen reader the chart's own label says the same. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {entries.map(({ kind, word }) => (
        <li key={word}>
          <i class={`sign ${kind}`} />
          {word}
        </li>
      ))}
    </ul>
  );
}
