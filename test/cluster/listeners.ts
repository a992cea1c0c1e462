/**
 * Listeners as front ends are: each reads one stream over node:http, and opens it again with its last cursor when it ends, after a random
 * time. What each was told is kept, to be compared with the store.
 */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface ListenerOptions {
  graphUrl: string;
  apiKey: string;
  ids: readonly string[];
  lists: readonly string[];
}

const query = `subscription Listen($ids: [ID!]!, $lists: [FieldList!]!, $after: String) {
  fieldsChanged(ids: $ids, lists: $lists, after: $after) { cursor lists field { id latestObservation { text } } }
}`;

/** The text of the n-th observation of a field, and its number. */
export const textOf = (number: number): string => `State ${number}.`;
export const numberOf = (text: string): number => Number(/^State (\d+)\.$/.exec(text)?.[1] ?? 0);

const backOffMsMin = 100;
const backOffMsSpread = 900;
/** Longer than the comments of a stream are apart: a connection that says nothing is lost. */
const silenceMsMax = 60_000;

export class Listener {
  readonly options: ListenerOptions;
  /** The newest number of each field. */
  readonly seen = new Map<string, number>();
  cursor: string | undefined;
  /** Events with a field, those of them with the number before, with an older one, and with errors. */
  readonly counts = { opened: 0, refused: 0, events: 0, repeated: 0, older: 0, failed: 0 };
  readonly #running: Promise<void>;
  #request: ClientRequest | undefined;
  #isStopped = false;

  constructor(options: ListenerOptions) {
    this.options = options;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#request?.destroy();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#open();
      if (!this.#isStopped) await wait(backOffMsMin + Math.random() * backOffMsSpread);
    }
  }

  /** Resolves when the stream has ended, however it did. */
  #open(): Promise<void> {
    const { graphUrl, apiKey, ids, lists } = this.options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${apiKey}`,
    };
    const sent = request(`${graphUrl}/graphql`, { method: 'POST', headers, agent: false, timeout: silenceMsMax });
    this.#request = sent;
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => {});
    sent.on('close', resolve);
    sent.on('response', (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      this.counts[response.statusCode === 200 && isStream ? 'opened' : 'refused'] += 1;
      let text = '';
      response.on('error', () => {});
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        if (isStream) for (const block of blocks) this.#take(block);
      });
    });
    sent.end(JSON.stringify({ query, variables: { ids, lists, after: this.cursor } }));
    return promise;
  }

  /** A block of the stream. As most clients it keeps the id of each event, with errors or without. */
  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]));
    if (fields.get('event') !== 'next') return;
    this.cursor = fields.get('id') ?? this.cursor;
    const { data, errors } = JSON.parse(fields.get('data') ?? '{}');
    if (errors) this.counts.failed += 1;
    const field = data?.fieldsChanged.field;
    if (!field) return;
    this.counts.events += 1;
    if (!data.fieldsChanged.lists.includes('OBSERVATIONS') || !field.latestObservation) return;
    const number = numberOf(field.latestObservation.text);
    const before = this.seen.get(field.id) ?? 0;
    if (number < before) this.counts.older += 1;
    else if (number === before) this.counts.repeated += 1;
    else this.seen.set(field.id, number);
  }
}
