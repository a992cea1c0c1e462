/** Numbers as ranges: `0..49`, or `0,3..5`. */
export function positions(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}..${to}`)).join(',');
}
