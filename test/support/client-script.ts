/** A program that calls the service by the packed REST client, under whichever name the client is imported. */

/** Reads, writes twice under one key, is refused once; prints what came of it as JSON. Its words: address of the service, API key. */
export const clientScript = (packageName: string): string => `
import { createFieldDataClient } from '${packageName}';
const [baseUrl, apiKey] = process.argv.slice(2);
const client = createFieldDataClient({ baseUrl, apiKey });
const weather = await client.GET('/api/v1/weather', { params: { query: { field_id: 'fld_demo_01' } } });
const body = { field_id: 'fld_demo_01', text: 'From the packed client' };
const params = { header: { 'Idempotency-Key': 'packed' } };
const first = await client.POST('/api/v1/observations', { params, body });
const second = await client.POST('/api/v1/observations', { params, body });
const refused = await client.POST('/api/v1/observations', { params, body: { field_id: 'fld_demo_01', text: '' } });
console.log(JSON.stringify({
  records: weather.data?.data.length,
  isSame: first.data?.data.id === second.data?.data.id,
  code: refused.error?.code,
}));
`;
