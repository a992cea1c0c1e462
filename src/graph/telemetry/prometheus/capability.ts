/** Metrics for Prometheus on the admin port. */

export const after = { banner: 'REST' };

export function banner(_config: object, { adminUrl }: { adminUrl?: string | undefined }) {
  return { Metrics: adminUrl && `${adminUrl}/metrics` };
}

export const createMetrics = async (version: string) => (await import('./metrics.ts')).createMetrics(version);
