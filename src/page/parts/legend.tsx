/** The legend of a chart, hidden from screen readers: the chart's own label says the same. */

/** Words by the classes of their signs in the style sheet; false ones are left out. */
export function Legend({ words }: { words: Readonly<Record<string, string | false>> }) {
  const shown = Object.entries(words).filter(([, word]) => word);
  return (
    <ul class="legend row" aria-hidden="true">
      {shown.map(([kind, word]) => (
        <li key={kind}>
          <i class={`sign ${kind}`} />
          {word}
        </li>
      ))}
    </ul>
  );
}
