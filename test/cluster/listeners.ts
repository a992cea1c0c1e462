/**
 * Listeners like front ends: each reads one stream over node:http, and reopens it with its last cursor after a random delay when it ends.
 * The states that each received are compared with the store.
 */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface ListenerOptions {
  graphUrl: string;
  apiKey: string;
  ids: readonly string[];
  lists: readonly string[];
}

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The day whose weather is changed, and the one after. */
export const [day, dayAfter] = [dateIn(10), dateIn(11)];

const query = `subscription Listen($ids: [ID!]!, $lists: [FieldList!]!, $after: String) {
  fieldsChanged(ids: $ids, lists: $lists, after: $after) {
    cursor lists field {
      id latestObservation { text } latestEarthObservation { sceneId }
      weather(from: "${day}", to: "${dayAfter}") { precipitation { value } }
    }
  }
}`;

interface SeenField {
  id: string;
  latestObservation: { text: string } | null;
  latestEarthObservation: { sceneId: string } | null;
  weather: { precipitation: { value: number } }[] | null;
}

/** The number of the state of each list, undefined if it could not be read. */
const numbersOf: Readonly<Record<string, (field: SeenField) => number | undefined>> = {
  WEATHER: ({ weather }) => weather?.[0]?.precipitation.value,
  EARTH_OBSERVATIONS: ({ latestEarthObservation: scene }) => (scene ? numberOf(scene.sceneId) : undefined),
  OBSERVATIONS: ({ latestObservation: observation }) => (observation ? numberOf(observation.text) : undefined),
};

/** The text of the n-th observation of a field, and its number. A scene has the text as its id. */
export const textOf = (number: number): string => `State ${number}.`;
export const numberOf = (text: string): number => Number(/^State (\d+)\.$/.exec(text)?.[1] ?? 0);

const backOffMsMin = 100;
const backOffMsSpread = 900;
/** Longer than the interval of the comments in a stream: a connection that is silent for so long is lost. */
const silenceMsMax = 60_000;

export class Listener {
  readonly options: ListenerOptions;
  /** The newest number of each list, as `fld_1 WEATHER`. */
  readonly seen = new Map<string, number>();
  cursor: string | undefined;
  /** `events` have a field; `repeated` and `older` count their lists with the same or an older number; `failed` events have errors. */
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

  /** Resolves when the stream has ended, with or without an error. */
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

  /** Reads a block of the stream. Like most clients, it stores the id of each event, with or without errors. */
  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]));
    if (fields.get('event') !== 'next') return;
    this.cursor = fields.get('id') ?? this.cursor;
    const { data, errors } = JSON.parse(fields.get('data') ?? '{}');
    if (errors) this.counts.failed += 1;
    const field = data?.fieldsChanged.field;
    if (!field) return;
    this.counts.events += 1;
    for (const list of data.fieldsChanged.lists as string[]) {
      const number = numbersOf[list]?.(field);
      if (number === undefined) continue;
      const key = `${field.id} ${list}`;
      const before = this.seen.get(key) ?? 0;
      if (number < before) this.counts.older += 1;
      else if (number === before) this.counts.repeated += 1;
      else this.seen.set(key, number);
    }
  }
}
