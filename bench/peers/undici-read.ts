/** Reads the service by undici, for peers whose documentation prescribes no HTTP client. */
import { Pool } from 'undici';
import { upstreamUrl } from './schema.ts';

const pool = new Pool(upstreamUrl, { connections: 64 });

/** Reads a list. Throws an error with the status if it is not 200. */
export async function readData(path: string, authorization: string | undefined): Promise<unknown[]> {
  const { statusCode, body } = await pool.request({
    path,
    method: 'GET',
    headers: authorization ? { authorization } : {},
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`The service answered ${statusCode}.`);
  }
  return ((await body.json()) as { data: unknown[] }).data;
}
