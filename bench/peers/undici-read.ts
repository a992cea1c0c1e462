/** Reads of the service by undici, for the peers whose documentation leaves the client to the user. */
import { Pool } from 'undici';
import { upstreamUrl } from './schema.ts';

const pool = new Pool(upstreamUrl, { connections: 64 });

/** Reads a list; throws the status of an answer that is not a 200. */
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
