import { randomUUID } from 'node:crypto';
import { postOf } from './execute.ts';
import type { Product } from './running.ts';

/** Adds an observation of fld_demo_01 through the service, under a new idempotency key; returns the status. */
export async function writeObservation({ serviceUrl, demo }: Pick<Product, 'serviceUrl' | 'demo'>, text: string) {
  const headers = { ...demo, 'idempotency-key': randomUUID() };
  const note = postOf({ field_id: 'fld_demo_01', text }, headers, `${serviceUrl}/api/v1/observations`);
  const response = await fetch(note);
  await response.arrayBuffer();
  return response.status;
}
