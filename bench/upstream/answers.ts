/**
 * Which bytes a URL is answered with. A body is made once, hashed once and kept with its heads: the upstream must never
 * be what a run waits for. While data changes, a URL goes round a few versions, so that no answer equals the one before.
 */
import { createHash } from 'node:crypto';
import { defaultWindow, earthObservations, observations, weather } from './payloads.ts';

/** How the service behaves in a pass; set through the admin path. */
export interface Behaviour {
  /** Strong validators, and 304 for a caller that has the bytes. */
  etag: boolean;
  /** Every read of a URL differs from the one before. */
  changing: boolean;
  /** `Cache-Control` of every answer; '' sends none. */
  cacheControl: string;
  /** Time each answer is held back, so that equal calls are in flight together. */
  delayMs: number;
}

interface Answer {
  /** Head and body, ready to be written. */
  full: Buffer;
  /** The 304 that stands for it. */
  unchanged: Buffer;
  etag: string;
}

const versionsOfChangingData = 4;

/** Builds and keeps answers; forgets all of them when the behaviour changes, as their heads depend on it. */
export class Answers {
  #kept = new Map<string, { versions: (Answer | undefined)[]; reads: number }>();
  #behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  /** The answer of a read of `url` (path and query), or undefined where the contract has no such read. */
  of(url: string): Answer | undefined {
    let entry = this.#kept.get(url);
    if (!entry) {
      entry = { versions: [], reads: 0 };
      this.#kept.set(url, entry);
    }
    const version = this.#behaviour.changing ? entry.reads++ % versionsOfChangingData : 0;
    let answer = entry.versions[version];
    if (!answer) {
      const body = bodyOf(url, version);
      if (body === undefined) return undefined;
      answer = this.#render(Buffer.from(JSON.stringify(body)));
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
      full: Buffer.concat([head('200 OK', ['content-type: application/json', `content-length: ${body.length}`]), body]),
      unchanged: head('304 Not Modified', []),
      etag,
    };
  }
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
