import { randomUUID } from 'node:crypto';

/** Adds an observation of fld_demo_01 as callers of the service do, under a key of its own; gives the status. */
export async function writeObservation(
  { serviceUrl, demo }: { serviceUrl: string; demo: { authorization: string } },
  text: string,
): Promise<number> {
  const response = await fetch(`${serviceUrl}/api/v1/observations`, {
    method: 'POST',
    headers: { ...demo, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ field_id: 'fld_demo_01', text }),
  });
  await response.arrayBuffer();
  return response.status;
}
