/** Many rows in one statement: as one array a column, which `unnest` makes rows of again. */

/** Rows of one statement: more of them are hardly faster, and hold a connection and its locks for longer. */
const rowsMax = 1_000;

/**
 * Rows in groups of a statement's size, none of which holds a key twice: a statement may change a row once (SQLSTATE 21000). Of rows of one
 * key the order is kept.
 */
export function inStatements<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const times = new Map<string, number>();
  const groups: Row[][] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    const group = groups[time] ?? [];
    groups[time] = group;
    group.push(row);
  }
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / rowsMax) }, (_, at) => group.slice(at * rowsMax, (at + 1) * rowsMax)),
  );
}

/** The columns of rows, each as an array: the values of a statement over `unnest`. */
export function columns(rows: readonly (readonly unknown[])[]): unknown[][] {
  const [first = []] = rows;
  return first.map((_, column) => rows.map((row) => row[column]));
}
