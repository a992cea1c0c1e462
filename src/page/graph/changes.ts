/**
 * Watches the fields that are shown, by one stream for all tabs with the same key. The tab that has the lock opens it and notifies the
 * others. Without live changes the graph refuses the subscription, and nothing happens.
 */
import { watchFields } from '../../../client/live.ts';
import { fingerprint } from '../settings.ts';
import { openChannel } from '../storage.ts';
import { endpoint, headersOf } from './request.ts';

/** A plain text, so that the page compiles even if the graph has no such type. */
export const changesQuery =
  'subscription FieldPageChanges($ids:[ID!]!,$lists:[FieldList!]){fieldsChanged(ids:$ids,lists:$lists){cursor field{id}}}';
/** Tabs that open or reply within this time share one stream. */
const gatherMs = 200;
/** Longest wait before a stream whose cursor was refused begins again; it doubles with each further refusal. */
const waitMaxMs = 5 * 60_000;
/** Maximum number of ids that the graph accepts. */
const idsMax = 100;
/** Data younger than this count as current when a stream begins: otherwise each page would query twice. */
const youngMs = 1_000;

type Message =
  | { kind: 'who' }
  /** The field of a tab; null when it closes. */
  | { kind: 'shown'; tab: number; id: string | null }
  /** An event, with the cursor for these fields. In the first event of a stream, `changed` are fields that may have changed before it. */
  | { kind: 'event'; ids: string[]; cursor: string; changed: string[]; isBeginning: boolean }
  | { kind: 'lost' };

interface ChangeListener {
  onChange(): void;
  /** When the data that the page shows were requested, in milliseconds. */
  sentAt(): number;
  /** Called with false when the stream has broken off, and with true when it is connected again. */
  onConnection(isConnected: boolean): void;
}

/** Watches the field of this tab. Returns a function that ends it. */
export function watchShown(fieldId: string, apiKey: string | undefined, listener: ChangeListener): () => void {
  const name = `fieldgraph-changes-${fingerprint(apiKey ?? '')}`;
  const channel = openChannel(name);
  const tab = Math.random();
  const ended = new AbortController();
  let stream = new AbortController();
  let isOpen = false;
  /** Fields by tab, if this tab has the lock. */
  let shown: Map<number, string> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let last: Extract<Message, { kind: 'event' }> | undefined;
  let isLost = false;
  /** The lists that the key may read, as far as is known. */
  let lists = ['WEATHER', 'EARTH_OBSERVATIONS', 'OBSERVATIONS'];
  let waitMs = gatherMs;

  const send = (message: Message) => {
    receive(message);
    channel.postMessage(message);
  };

  function receive(message: Message): void {
    if (message.kind === 'who') channel.postMessage({ kind: 'shown', tab, id: fieldId } satisfies Message);
    if (message.kind === 'lost') {
      isLost = true;
      listener.onConnection(false);
    }
    if (message.kind === 'event') {
      last = message;
      isLost = false;
      listener.onConnection(true);
      const isCurrent = message.isBeginning && Date.now() - listener.sentAt() < youngMs;
      if (message.changed.includes(fieldId) && !isCurrent) listener.onChange();
    }
    if (message.kind === 'shown' && shown) {
      if (message.id === null) shown.delete(message.tab);
      else shown.set(message.tab, message.id);
      gather();
    }
  }

  function gather(afterMs = gatherMs): void {
    clearTimeout(gathering);
    gathering = setTimeout(() => {
      const ids = [...new Set(shown?.values())].slice(-idsMax).toSorted();
      if (!ended.signal.aborted) void open(ids);
    }, afterMs);
  }

  async function open(ids: string[]): Promise<void> {
    const isSame = last?.ids.join() === ids.join();
    if (last && isSame && isOpen) {
      // For a new tab, which may have to resume the stream later.
      channel.postMessage((isLost ? { kind: 'lost' } : { ...last, changed: [] }) satisfies Message);
      return;
    }
    stream.abort();
    stream = new AbortController();
    const { signal } = stream;
    // A cursor of other fields cannot resume: changes in the meantime are unknown.
    let unsure = isSame ? [] : ids;
    isOpen = false;
    // By GET, so that developer tools distinguish it from the page's query.
    const events = watchFields<{ fieldsChanged: { cursor: string; field: { id: string } | null } }>(
      { variables: { after: isSame ? last?.cursor : undefined } },
      {
        url: `${endpoint}?${new URLSearchParams({ query: changesQuery, variables: JSON.stringify({ ids, lists }) })}`,
        headers: headersOf(apiKey),
        signal,
        onConnection: (isConnected) => isOpen && !isConnected && send({ kind: 'lost' }),
        fetch: (url, { body: _body, ...init }) => fetch(url, { ...init, method: 'GET', credentials: 'omit' }),
      },
    );
    let message: string | undefined;
    for await (const { data, errors } of events) {
      if (signal.aborted) return;
      if (data) {
        const { cursor, field } = data.fieldsChanged;
        isOpen = true;
        send({ kind: 'event', ids, cursor, changed: field ? [field.id] : unsure, isBeginning: field === null });
        unsure = [];
      } else {
        message = errors?.[0]?.message;
        if (isOpen && last) send({ ...last, changed: ids, isBeginning: false });
      }
    }
    if (signal.aborted) return;
    // The message names the scope of a list that the key may not read: watch the others.
    const readable = lists.filter((name) => !message?.includes(` ${name.toLowerCase()}:`));
    if (!readable[0] || (!last && readable.length === lists.length)) return;
    lists = readable;
    isOpen = false;
    // Or the graph refuses the cursor, as after an upgrade: begin without one.
    last = undefined;
    gather(waitMs);
    waitMs = Math.min(2 * waitMs, waitMaxMs);
  }

  async function lead(): Promise<void> {
    shown = new Map([[tab, fieldId]]);
    send({ kind: 'who' });
    gather();
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  }

  const leave = () => channel.postMessage({ kind: 'shown', tab, id: null } satisfies Message);
  channel.onmessage = ({ data }) => receive(data);
  channel.postMessage({ kind: 'shown', tab, id: fieldId } satisfies Message);
  addEventListener('pagehide', leave, ended);
  // Over plain HTTP from another machine there are no locks. A stream for each tab would use up the browser's connections.
  navigator.locks?.request(name, ended, lead).catch(() => undefined);
  return () => {
    leave();
    clearTimeout(gathering);
    stream.abort();
    ended.abort();
    channel.close();
  };
}
