/** A typed client for the REST API of the Field Data Service: openapi-fetch with the types of the contract. */
import createClient, { type Client } from 'openapi-fetch';
import type { Readable } from 'openapi-typescript-helpers';
import type { components, paths } from '../src/contract/openapi.ts';

export type { components, operations, paths } from '../src/contract/openapi.ts';

/** Records and inputs of the contract by name, for example `Schemas['Observation']`. */
export type Schemas = Readable<components['schemas']>;

export interface FieldDataClientOptions {
  /** Address of the service: `https://api.example.com`, with its path prefix if it has one. */
  baseUrl: string;
  /** API key, sent as `Authorization: Bearer …`. Not needed for reads that the service allows without one. */
  apiKey?: string | undefined;
  /** Sends the requests. Defaults to the runtime's `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * A client whose calls return `{ data, error, response }`, typed by the operation. `data` is set only after a success, so test it:
 * `error` is also undefined after a failure without a body.
 */
export type FieldDataClient = Client<paths>;

/**
 * Makes a client. It never follows a redirect, which would send the key of a write to another host. It does not retry: repeat a write with
 * the same `Idempotency-Key` as often as needed.
 */
export function createFieldDataClient({ baseUrl, apiKey, fetch }: FieldDataClientOptions): FieldDataClient {
  return createClient<paths>({
    baseUrl,
    // The description defines `field_ids` as one parameter, separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
    redirect: 'manual',
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
