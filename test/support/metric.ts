/** The sum of a metric of an admin port over its labels, named without `fieldgraph_`; NaN if it is missing. */
export async function readMetric(adminUrl: string | undefined, name: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const samples = [...text.matchAll(new RegExp(`^fieldgraph_${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  return samples.length === 0 ? Number.NaN : samples.reduce((sum, [, value]) => sum + Number(value), 0);
}
