import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ExecutionArgs, type ExecutionResult, execute, parse } from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonResult } from '../../../src/executor/json-result.ts';
import { createExecutor } from '../../../src/executor/executor.ts';
import { type JsonText, TextCache } from '../../../src/executor/run/text-cache.ts';
import { schema } from '../../../src/graph/schema/schema.ts';
import { cacheReads } from '../../../src/graph/upstream/layers/cache.ts';
import type { WeatherList } from '../../../src/graph/reads/weather.ts';
import type { Fetch } from '../../../src/graph/upstream/call.ts';
import { listPayload, type ResponseList, UpstreamResponse } from '../../../src/graph/upstream/response.ts';
import { ByteList } from '../../../src/executor/byte-list.ts';
import { postOf } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { generateQuery, isValid } from '../../support/generated-query.ts';
import { generatedService } from '../../support/generated-service.ts';
import { weatherDay, meta } from '../../support/recorded-service.ts';
import { readingContext } from '../../support/reading-context.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const cases = sized(40, 120, 2_000);

afterEach(() => {
  vi.restoreAllMocks();
});

/** A gateway over a service that sends ETags and whose weather can be changed. */
function validatedGateway() {
  const service = { celsius: 10, sent: [] as number[] };
  const fetch: Fetch = async (request) => {
    const etag = `"${service.celsius}"`;
    const isUnchanged = request.ifNoneMatch === etag;
    service.sent.push(isUnchanged ? 304 : 200);
    const day = weatherDay('fld_a', { temperature_max: { value: service.celsius, unit: 'celsius' } });
    const body = isUnchanged ? '' : JSON.stringify({ data: [day], meta: meta('fld_a') });
    return new UpstreamResponse(
      isUnchanged ? 304 : 200,
      { 'content-type': 'application/json', 'cache-control': 'private, no-cache', etag },
      Buffer.from(body),
    );
  };
  const { answer } = gatewayOver(undefined, { fetch: cacheReads({ bytesMax: 1_000_000, changing: [] }).layer(fetch) });
  const read = async (selection: string, key = 'a', unit?: string): Promise<string> => {
    const variable = unit === undefined ? '' : 'query ($unit: TemperatureUnit)';
    const query = `${variable} { field(id: "fld_a") { weather ${selection} } }`;
    return (await answer(postOf({ query, variables: { unit } }, { authorization: `Bearer ${key}` }))).text();
  };
  return { service, read };
}

const maximum = '{ temperatureMax { value unit } }';
const jsonResult = (value: number) =>
  `{"data":{"field":{"weather":[{"temperatureMax":{"value":${value},"unit":"CELSIUS"}}]}}}`;

describe('a list whose bytes did not change', () => {
  it('is not parsed again, and gives the same reply', async () => {
    const { service, read } = validatedGateway();
    for (let time = 0; time < 4; time++) expect(await read(maximum)).toBe(jsonResult(10));
    const parsed = vi.spyOn(JSON, 'parse');
    expect(await read(maximum)).toBe(jsonResult(10));
    expect(parsed.mock.calls.filter(([text]) => String(text).includes('temperature_max'))).toEqual([]);
    expect(service.sent).toEqual([200, 200, 304, 304, 304]);
  });

  it('gives a new reply as soon as the service sends other bytes', async () => {
    const { service, read } = validatedGateway();
    for (const celsius of [10, 10, 10, 10, 11, 10, 11, 11, 11, 11, 12]) {
      service.celsius = celsius;
      expect(await read(maximum)).toBe(jsonResult(celsius));
    }
  });

  it('gives each selection its own reply', async () => {
    const { read } = validatedGateway();
    const fahrenheit = maximum.replace('temperatureMax', 'temperatureMax(unit: FAHRENHEIT)');
    for (let time = 0; time < 4; time++) {
      expect(await read(maximum)).toBe(jsonResult(10));
      expect(await read(fahrenheit)).toContain('{"value":50,"unit":"FAHRENHEIT"}');
      expect(await read('{ date }')).toContain('[{"date":"2026-05-01"}]');
    }
  });

  it('gives each value of a variable its own reply', async () => {
    const { read } = validatedGateway();
    const inUnit = maximum.replace('temperatureMax', 'temperatureMax(unit: $unit)');
    for (let time = 0; time < 4; time++) {
      expect(await read(inUnit, 'a', 'CELSIUS')).toBe(jsonResult(10));
      expect(await read(inUnit, 'a', 'FAHRENHEIT')).toContain('{"value":50,"unit":"FAHRENHEIT"}');
    }
  });

  it('is requested again for another key', async () => {
    const { service, read } = validatedGateway();
    for (let time = 0; time < 4; time++) await read(maximum, 'a');
    service.sent.length = 0;
    expect(await read(maximum, 'b')).toBe(jsonResult(10));
    expect(service.sent).toEqual([200]);
  });
});

describe('the compiled executor over lists whose bytes came before', () => {
  it(`answers ${cases} generated queries as graphql-js does, each time`, { timeout: 600_000 }, async () => {
    const compiled = createExecutor(schema, execute);
    let texts = 0;
    let compared = 0;
    for (let seed = 5_000; compared < cases; seed++) {
      const { text, variables } = generateQuery(schema, seededRandom(seed));
      const document = parse(text);
      if (!isValid(schema, document)) continue;
      compared++;
      const { client } = generatedService(seed, 0);
      const repeating = {
        ...client,
        load: async (...call: Parameters<typeof client.load>) => {
          const [name] = call;
          const value = await client.load(...call);
          const list = value as WeatherList;
          if (name === 'weather') return { ...list, records: cameAgain(list.records) };
          return name === 'observations' ? value : cameAgain(value as ByteList<unknown>);
        },
      };
      const args: ExecutionArgs = { schema, document, variableValues: variables };
      const expected = JSON.stringify(sorted(await execute({ ...args, contextValue: readingContext(client) })));
      for (let time = 0; time < 3; time++) {
        const result: JsonResult = await compiled({ ...args, contextValue: readingContext(repeating) });
        if (result.stringify) texts++;
        const parts = result.stringify?.(sorted(result));
        const answer = parts ? Buffer.concat(parts).toString() : JSON.stringify(sorted(result));
        expect(answer, `seed ${seed}`).toBe(expected);
      }
    }
    expect(texts).toBeGreaterThan(compared / 4);
  });
});

/** The order of errors is that in which reads settle, which the specification leaves open. */
const sorted = (result: ExecutionResult): ExecutionResult => ({
  ...result,
  errors: result.errors?.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
});

const buffers = new Map<string, Buffer>();

/** The same list as the client returns it if its bytes came before. */
function cameAgain<Item>(list: ByteList<Item>): ByteList<Item> {
  const text = JSON.stringify({ data: list.items(), meta: {} });
  const bytes = buffers.get(text) ?? Buffer.from(text);
  buffers.set(text, bytes);
  const payload = listPayload(bytes, { parse: () => JSON.parse(text) }, {});
  return new ByteList({
    data: payload?.data as ResponseList,
    expected: { names: [], values: [] },
    assertPart: () => {},
    check: () => list.items(),
  });
}

/** The text of these bytes, as a list finds or caches it. */
function keep(texts: TextCache, bytes: Buffer, projection: number, make: () => Buffer[]): JsonText {
  return texts.find(bytes, projection) ?? texts.add(bytes, projection, make());
}

describe('the text cache', () => {
  const kibibyte = 1024;
  const [first, second, third] = ['first', 'second', 'third'].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
    Buffer,
  ];

  it('retains the copy that is found if the same text was added twice and the other copy is evicted', () => {
    const texts = new TextCache(10 * kibibyte);
    const projection = ++texts.projections;
    const make = () => [Buffer.alloc(3 * kibibyte)];
    texts.add(first, projection, make());
    const found = texts.add(first, projection, make());
    texts.add(second, projection, make());
    expect(texts.find(first, projection)).toBe(found);
  });

  it('never uses more memory than allowed, and evicts the least recently used text', () => {
    const texts = new TextCache(10 * kibibyte);
    const projection = ++texts.projections;
    const make = vi.fn(() => [Buffer.alloc(3 * kibibyte)]);
    for (const bytes of [first, second, first, third]) keep(texts, bytes, projection, make);
    expect(make).toHaveBeenCalledTimes(3);
    expect(texts.bytes).toBeLessThanOrEqual(10 * kibibyte);
    keep(texts, first, projection, make);
    expect(make).toHaveBeenCalledTimes(3);
    keep(texts, second, projection, make);
    expect(make).toHaveBeenCalledTimes(4);
  });

  it('does not cache a text that is larger than the whole cache', () => {
    const texts = new TextCache(3 * kibibyte);
    const text = 'x'.repeat(3 * kibibyte);
    expect(String(keep(texts, first, ++texts.projections, () => [Buffer.from(text)]))).toBe(text);
    expect(texts.bytes).toBe(0);
  });

  it('counts the overhead of each text, so that many small texts take more than their bytes', () => {
    const texts = new TextCache(100 * kibibyte);
    const answers = Array.from({ length: 1000 }, () => Buffer.from('answer'));
    const projection = ++texts.projections;
    for (const bytes of answers) keep(texts, bytes, projection, () => [Buffer.from('[]')]);
    const make = vi.fn(() => [Buffer.from('[]')]);
    for (const bytes of answers.toReversed()) keep(texts, bytes, projection, make);
    expect(make.mock.calls.length).toBeGreaterThan(850);
  });

  it('does not retain the bytes from which a text was made', async () => {
    const texts = new TextCache();
    const answer = new WeakRef(Buffer.alloc(kibibyte));
    keep(texts, answer.deref() as Buffer, ++texts.projections, () => [Buffer.from('[]')]);
    // A WeakRef that was read retains its target until the end of the turn.
    await new Promise(setImmediate);
    collectGarbage();
    expect(answer.deref()).toBeUndefined();
    expect(texts.bytes).toBeGreaterThan(0);
  });

  it('does not retain memory that a text shares with others', () => {
    const texts = new TextCache();
    const slab = Buffer.alloc(100 * kibibyte, 'text');
    const stored = keep(texts, first, ++texts.projections, () => [slab.subarray(0, 4)]);
    expect(String(stored)).toBe('text');
    expect(stored.pieces.map(({ buffer }) => buffer.byteLength)).toEqual([4]);
  });
});
