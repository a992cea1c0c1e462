/** A panel: its heading, its chart or table, its query in GraphiQL, and a sentence where there is nothing to show. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { graphiqlLink, type PanelFragment } from '../graph/graphiql-link.ts';
import { codeOf } from '../graph/request.ts';
import { errorOf, type FieldData, type PanelInput } from '../panels/input.ts';
import { Button } from './button.tsx';
import { type Column, Table } from './table.tsx';

interface PanelProps<Row> {
  id: string;
  title: string;
  /** A line under the heading. */
  about: ComponentChildren;
  input: PanelInput;
  /** The fragment that the panel draws. */
  fragment: PanelFragment;
  /** Without this list, the panel shows its error. */
  list?: keyof FieldData;
  /** Shown above the chart or table. */
  error?: string | false;
  /** Why the panel shows nothing, if the list is empty. */
  empty?: string | false;
  rows?: readonly Row[];
  columns: readonly Column<Row>[];
  /** Shown below the chart, and also below an error, which they may correct. */
  inputs?: ComponentChildren;
  children?: ComponentChildren;
}

export function Panel<Row>(props: PanelProps<Row>) {
  const { id, title, about, input, fragment, list, error, empty, rows, columns, inputs, children } = props;
  const nothing = (list && errorOf(input, list)) ?? (empty || undefined);
  const isError = list !== undefined && input.field[list] === null;
  // What the person has just typed was refused.
  const isRefused = input.errors.some((error) => error.path?.[1] === list && codeOf(error) === 'BAD_USER_INPUT');
  const [isTable, setTable] = useState(false);
  const hasTable = nothing === undefined && rows !== undefined;
  return (
    <section class={`panel panel-${id}`} aria-labelledby={`${id}-title`}>
      <header class="row">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        <div class="tools">
          {hasTable && (
            <Button aria-pressed={isTable} onClick={() => setTable(!isTable)} aria-label={`${title} as a table`}>
              Table
            </Button>
          )}
          <a
            href={graphiqlLink(fragment, input.variables)}
            target="_blank"
            rel="noopener"
            aria-label={`Query of ${title} in GraphiQL, in a new tab`}
          >
            Query
          </a>
        </div>
        <p class="about">
          {about}
          {input.asOf && ` · as of ${input.asOf}`}
        </p>
      </header>
      {error && <p class="nothing error">{error}</p>}
      {nothing !== undefined ? (
        <p class={isError ? 'nothing error' : 'nothing'} role={isRefused ? 'alert' : undefined}>
          {nothing}
        </p>
      ) : isTable && hasTable ? (
        <Table caption={title} rows={rows} columns={columns} />
      ) : (
        children
      )}
      {inputs}
    </section>
  );
}
