/** The legend of a chart, hidden from screen readers: the chart's own label says the same. */

/** `kind` is a class of the style sheet. */
export function Legend({ entries }: { entries: readonly { kind: string; word: string }[] }) {
  return (
    <ul class="legend row" aria-hidden="true">
      {entries.map(({ kind, word }) => (
        <li key={word}>
          <i class={`sign ${kind}`} />
          {word}
        </li>
      ))}
    </ul>
  );
}
