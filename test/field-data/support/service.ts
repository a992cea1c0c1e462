/** A Field Data Service for one test, with its own folder, a fixed clock, and a check of every response. */
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { components } from '../../../src/contract/openapi.ts';
import { createKey, hashKey, maskKey, type Mode, type Scope, scopes } from '../../../src/field-data/records/keys.ts';
import { createFieldDataService, type FieldDataServiceOptions } from '../../../src/field-data/server.ts';
import { createService, type FieldDataService, type ServiceOptions } from '../../../src/field-data/service.ts';
import type { Field, Store } from '../../../src/field-data/store/store.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { FetchRequest } from '../../../src/platform/server/fetch-request.ts';
import { atFileEnd } from '../../support/file-end.ts';
import { folderOfFile } from '../../support/temporary-folder.ts';
import { assertDescribed } from './description-check.ts';
import { openTestStore, storeOptions } from './stores.ts';

/** The current time in all tests: noon of a Monday in Seattle. */
export const testNow = new Date('2026-05-04T19:00:00Z');

/** Default options of a service under test. */
export const usual = { readsRequireKey: false, rateLimitPerMinute: 0, log: createLog('silent'), now: () => testNow };

/** One response, read and checked against the description. */
export interface ReadAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies that the description check has already typed.
  body: any;
}

export interface CallOptions {
  method?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** The address of the caller, and whether it is the gateway in the same process. */
  client?: { address?: string; internal?: boolean };
}

export type Call = (path: string, options?: CallOptions) => Promise<ReadAnswer>;

/** Returns a client of a service that checks each response. */
export function createCall(service: Pick<FieldDataService, 'call'>): Call {
  return async (
    path,
    { method = 'GET', key, headers = {}, body, client: { address = '', internal = false } = {} } = {},
  ) => {
    const request = new Request(`http://service.test${path}`, {
      method,
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    });
    const sent = await service.call(new FetchRequest(request, address), internal);
    const response = new Response(sent.body, { status: sent.status, headers: sent.headers });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    assertDescribed({ method, path: new URL(request.url).pathname, ...answer });
    const isJson = /json$/.test(response.headers.get('content-type') ?? '') && answer.text !== '';
    return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
  };
}

interface WriteOptions {
  key: string | undefined;
  idempotencyKey?: string;
}

/** Writes an observation and returns the response. */
export function writeBy(call: Call, input: object, { key, idempotencyKey = randomUUID() }: WriteOptions) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  return call('/api/v1/observations', { method: 'POST', key, headers, body: JSON.stringify(input) });
}

/** A folder that is removed at the end of the test, or by `atEnd`. */
export const folderOfTest = (atEnd: AtEnd = onTestFinished): string => folderOfFile(atEnd);

type AtEnd = (close: () => void | Promise<void>) => void;

export type TestService = Awaited<ReturnType<typeof startService>>;

let shared: Promise<TestService> | undefined;

/** The shared service of a test file, because starting one costs more than most tests. Tests must write only to their own farm. */
export function sharedService(): Promise<TestService> {
  if (shared === undefined) {
    shared = startService({}, atFileEnd);
    atFileEnd(() => {
      shared = undefined;
    });
  }
  return shared;
}

/** Starts a service over the store of the shared one, with other settings or as a restart. */
export async function startOverShared(options: Partial<FieldDataServiceOptions> = {}): Promise<TestService> {
  return startService({ dataDir: (await sharedService()).dataDir, ...options });
}

/** Starts a service in `dataDir` or a new folder. It is closed when the test ends. */
export async function startService(options: Partial<FieldDataServiceOptions> = {}, atEnd: AtEnd = onTestFinished) {
  const dataDir = options.dataDir ?? folderOfTest(atEnd);
  const service = await createFieldDataService({
    demo: true,
    ...usual,
    ...(await storeOptions(dataDir)),
    ...options,
    dataDir,
  });
  const store = await openTestStore(dataDir);
  atEnd(async () => {
    await service.close();
    await store.close();
  });
  const call = createCall(service);
  const addField = (field: Partial<Field> & { id: string }) => store.addField({ ...somewhere, ...field });
  const addKey = async ({ account, mode = 'live', scopes: allowed = scopes }: KeyOptions): Promise<string> => {
    const key = createKey(mode);
    const record = { hash: hashKey(key), account, name: 'test', mode, scopes: allowed, mask: maskKey(key) };
    await store.addKey({ ...record, createdAt: testNow.getTime(), revokedAt: null });
    return key;
  };
  return {
    dataDir,
    service,
    call,
    demoKey: service.demoKey ?? '',
    /** A second connection to the same file or database, like that of a command. */
    store,
    addField,
    addKey,
    /** Adds an account with a field and a live key, which no other test uses. */
    async addFarm() {
      const account = randomUUID();
      const fieldId = `fld_${account}`;
      await addField({ id: fieldId, account });
      return { account, fieldId, key: await addKey({ account }) };
    },
    write: (input: object, options: WriteOptions) => writeBy(call, input, options),
  };
}

interface KeyOptions {
  account: string;
  mode?: Mode;
  scopes?: readonly Scope[];
}

const somewhere = { account: null, timezone: 'America/Los_Angeles', latitude: 47.4, longitude: -122.3, demo: false };

const findField = async (): Promise<Field> => ({ ...somewhere, id: 'fld_a', demo: true });

/** Starts a service over a working store with the changes of the test. */
export async function startServiceOver(change: (store: Store) => Partial<Store>, key?: string): Promise<Call> {
  return createCall(await createServiceOver((store) => ({ ...change(store), findField }), { demoKey: key }));
}

/** Like `startServiceOver`, but returns the service instead of a client. */
export async function createServiceOver(
  change: (store: Store) => Partial<Store>,
  options: Partial<ServiceOptions> = {},
): Promise<FieldDataService> {
  const store = await openTestStore(folderOfTest());
  const service = createService({ ...store, findField, ...change(store) }, { ...usual, ...options });
  onTestFinished(() => service.close());
  return service;
}

export type Problem = components['schemas']['Problem'];
export type WeatherRecord = components['schemas']['WeatherRecord'];
export type EarthObservation = components['schemas']['EarthObservation'];
export type Observation = components['schemas']['Observation'];
