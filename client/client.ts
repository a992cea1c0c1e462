/** The typed client of the Field Data Service, for teams that call the REST API from their own code: openapi-fetch over the types of the contract. */
import createClient, { type Client } from 'openapi-fetch';
import type { Readable } from 'openapi-typescript-helpers';
import type { components, paths } from '../src/contract/openapi.ts';

export type { components, operations, paths } from '../src/contract/openapi.ts';

/** Records and inputs of the contract by name, as calls return and take them: `Schemas['Observation']`. */
export type Schemas = Readable<components['schemas']>;

export interface FieldDataClientOptions {
  /** Address of the service: `https://api.example.com`, with a path prefix where it has one. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`. Reads work without one where the service allows it. */
  apiKey?: string | undefined;
  /** Sends requests; the runtime's own by default. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * A client whose calls return `{ data, error, response }`, typed by the operation. `data` is set only after a success. `error` is undefined
 * also after a failure without a body.
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
