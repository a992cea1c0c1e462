/** A panel: its heading, what it shows, the same as a table, its query in GraphiQL, and a sentence where there is nothing to show. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, Table } from './table.tsx';

/** What a panel is made of. */
export interface PanelProps<Row> {
  id: string;
  title: string;
  /** A line under the heading. */
  about?: ComponentChildren;
  /** Address of its query in GraphiQL. */
  query: string;
  /** Why it shows nothing, where it does. */
  nothing?: string | undefined;
  isFault?: boolean;
  rows?: readonly Row[];
  columns?: readonly Column<Row>[];
  children?: ComponentChildren;
}

/** The panel. */
export function Panel<Row>({ id, title, about, query, nothing, isFault, rows, columns, children }: PanelProps<Row>) {
  const [isTable, setTable] = useState(false);
  const hasTable = nothing === undefined && rows !== undefined && columns !== undefined;
  return (
    <section class={`panel panel-${id}`} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <div class="tools">
          {hasTable && (
            <button
              type="button"
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
              aria-label={`${title} as a table`}
            >
              Table
            </button>
          )}
          <a href={query} target="_blank" rel="noopener" aria-label={`Query of ${title} in GraphiQL, in a new tab`}>
            Query
          </a>
        </div>
        {about !== undefined && <p class="about">{about}</p>}
      </header>
      {nothing !== undefined ? (
        <p class={isFault ? 'nothing fault' : 'nothing'}>{nothing}</p>
      ) : isTable && hasTable ? (
        <Table caption={title} rows={rows} columns={columns} />
      ) : (
        children
      )}
    </section>
  );
}
