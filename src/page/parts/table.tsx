/** The values of a chart, or of a receipt, as a table. */
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  of(row: Row): ComponentChildren;
  isNumber?: boolean;
}

interface TableProps<Row> {
  caption: string;
  /** Name of the table, if the caption is shown and is not its name. */
  label?: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

export function Table<Row>({ caption, label, rows, columns }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section class="scroll" aria-label={label ?? `Table of ${caption}`} tabIndex={0}>
      <table>
        <caption class={label ? '' : 'unseen'}>{caption}</caption>
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
