/** How often a service may be read for watches, by the quota that it states. */

/** The part of it that watches may use. */
const quotaShare = 0.1;

/** The share of the tightest quota that watches may use (draft-ietf-httpapi-ratelimit-headers); undefined where none is stated. */
export function readsPerMs(policies: string | null): number | undefined {
  const rates = [...(policies ?? '').matchAll(/;\s*q=(\d+)\s*;\s*w=(\d+)/g)].map(
    ([, quota, seconds]) => Number(quota) / (Number(seconds) * 1_000),
  );
  return rates.length > 0 ? quotaShare * Math.min(...rates) : undefined;
}
