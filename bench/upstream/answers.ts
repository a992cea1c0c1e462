/**
 * Returns the bytes of the response for a URL. Bodies are made and hashed once, so that no run waits for the upstream. While data changes,
 * the versions of a URL rotate, so that no response equals the one before.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Writing, writings } from './writings.ts';
import { defaultWindow, earthObservations, observations, weather } from './payloads.ts';

/** Behaviour of the service in a pass. Set through the admin path. */
export interface Behaviour {
  /** Sends strong ETags, and 304 to a caller that has the bytes. */
  etag: boolean;
  /** Makes every response of a URL differ from the one before. */
  changing: boolean;
  /** `Cache-Control` of every response. '' sends none. */
  cacheControl: string;
  /** Serves the description, which announces batch reads. */
  describes: boolean;
  /** Writing of the JSON bodies. */
  writing: Writing;
  /** Delay of each response, so that equal calls are in flight together. */
  delayMs: number;
}

interface Answer {
  body: Buffer;
  /** Head and body as sent. */
  full: Buffer;
  /** The 304 response for a caller that has the body. */
  unchanged: Buffer;
  etag: string;
}

const versionsOfChangingData = 4;
/** Most stored responses to batch reads. Few are enough, because a workload repeats its requests. */
const batchesMax = 64;
const batchPath = '/api/v1/batch/';
const description = readFileSync(new URL('../../schema/openapi.json', import.meta.url));

/** Makes and stores responses for one behaviour, which their heads depend on. */
export class Answers {
  #entries = new Map<string, { versions: (Answer | undefined)[]; reads: number }>();
  readonly #batches = new Map<string, Buffer>();
  #behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  /** The description. Undefined if the behaviour has none. */
  get description(): Buffer | undefined {
    return this.#behaviour.describes ? jsonAnswer(description) : undefined;
  }

  /** Returns the response to a batch read, joined from those of each field. Undefined if `url` is no batch read, or none are announced. */
  ofBatch(url: string, knownEtags: string): Buffer | undefined {
    if (!url.startsWith(batchPath) || !this.#behaviour.describes) return undefined;
    const { pathname, searchParams } = new URL(url, 'http://upstream');
    const ids = searchParams.get('field_ids')?.split(',') ?? [];
    const key = `${url} ${knownEtags}`;
    const entry = this.#batches.get(key);
    if (entry && !this.#behaviour.changing) return entry;
    searchParams.delete('field_ids');
    const known = new Set(knownEtags.split(', '));
    const items = ids.map((id) => {
      const single = this.of(
        `${pathname.replace('/batch/', '/')}?${new URLSearchParams({ field_id: id, ...Object.fromEntries(searchParams) })}`,
      );
      return single ? itemOf(id, single, this.#behaviour, known) : '';
    });
    const answer = jsonAnswer(Buffer.from(`{"data":[${items.join(',')}]}`));
    if (this.#batches.size >= batchesMax) this.#batches.clear();
    this.#batches.set(key, answer);
    return answer;
  }

  /** Returns the response to a read of `url` (path and query). Undefined if the contract has no such read. */
  of(url: string): Answer | undefined {
    let entry = this.#entries.get(url);
    if (!entry) {
      entry = { versions: [], reads: 0 };
      this.#entries.set(url, entry);
    }
    const version = this.#behaviour.changing ? entry.reads++ % versionsOfChangingData : 0;
    let answer = entry.versions[version];
    if (!answer) {
      const body = bodyOf(url, version);
      if (body === undefined) return undefined;
      answer = this.#render(Buffer.from(writings[this.#behaviour.writing](body)));
      entry.versions[version] = answer;
    }
    return answer;
  }

  #render(body: Buffer): Answer {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const common = [
      'vary: Authorization',
      ...(this.#behaviour.cacheControl ? [`cache-control: ${this.#behaviour.cacheControl}`] : []),
      ...(this.#behaviour.etag ? [`etag: ${etag}`] : []),
    ];
    const head = (status: string, lines: string[]) =>
      Buffer.from(`HTTP/1.1 ${status}\r\n${[...lines, ...common].join('\r\n')}\r\n\r\n`);
    return {
      body,
      full: Buffer.concat([head('200 OK', ['content-type: application/json', `content-length: ${body.length}`]), body]),
      unchanged: head('304 Not Modified', []),
      etag,
    };
  }
}

function itemOf(
  field_id: string,
  { body, etag }: Answer,
  { etag: hasEtag, cacheControl }: Behaviour,
  known: Set<string>,
) {
  const isKnown = hasEtag && known.has(etag);
  const head = JSON.stringify({
    field_id,
    status: isKnown ? 304 : 200,
    etag: hasEtag ? etag : null,
    cache_control: cacheControl,
  });
  return isKnown ? head : `${head.slice(0, -1)},"body":${body}}`;
}

function jsonAnswer(body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nvary: Authorization\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function bodyOf(url: string, version: number): unknown {
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  const fieldId = searchParams.get('field_id');
  if (!fieldId) return undefined;
  const window = (usual: { from: number; to: number }) => ({
    fieldId,
    from: Date.parse(searchParams.get('from') ?? '') || usual.from,
    to: Date.parse(searchParams.get('to') ?? '') || usual.to,
  });
  if (pathname === '/api/v1/weather') {
    const granularity = searchParams.get('granularity') === 'hourly' ? 'hourly' : 'daily';
    return weather(window(defaultWindow.weather), granularity, version);
  }
  if (pathname === '/api/v1/earth-observations') {
    return earthObservations(window(defaultWindow.earthObservations), version);
  }
  if (pathname === '/api/v1/observations') {
    return observations(fieldId, Number(searchParams.get('limit') ?? 25), version);
  }
  return undefined;
}
