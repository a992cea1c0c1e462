/** What a chart shows, as a table: for who cannot see the chart, and for who wants the number. */

/** A column: its heading, and what a row has there. */
export interface Column<Row> {
  title: string;
  of(row: Row): string;
  /** Numbers stand to the right. */
  isNumber?: boolean;
}

/** The table in a place that scrolls by itself. */
export function Table<Row>({
  caption,
  rows,
  columns,
}: {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="scroll" aria-label={`Table of ${caption}`} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map(({ title, of, isNumber }, column) =>
                column === 0 ? (
                  <th key={title} scope="row">
                    {of(row)}
                  </th>
                ) : (
                  <td key={title} class={isNumber ? 'number' : ''}>
                    {of(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
