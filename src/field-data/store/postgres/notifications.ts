/**
 * Sends hints between the processes that share a database. A commit that notifies locks the whole server until it is on disk and on the
 * standby. So hints are sent by their own statement after the commit of the write: it waits for neither.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hints } from '../../../platform/sync/change-hints.ts';
import { resources } from '../rows.ts';
import { createClient, type Query } from './connections.ts';

/** PostgreSQL takes fewer than 8,000 bytes. A field's id has one byte a character. */
const payloadBytesMax = 7_900;

/** Other stores of the database, in other schemas, have channels of their own. */
const channel = `'fieldgraph_' || 'schema_version'::regclass::oid`;
/** Notifies with each payload of a list. */
export const notify = {
  name: 'notify',
  text: `SELECT pg_notify(${channel}, payload) FROM unnest($1::text[]) AS payload`,
};

/** The payloads of hints: one line for each list and field. An empty payload means that any list may have changed. */
export function payloadsOf(hints: Hints): string[] {
  if (hints === undefined) return [''];
  const payloads: string[] = [];
  for (const { list, fieldId } of hints) {
    const line = `${list} ${fieldId}`;
    const payload = payloads.at(-1);
    if (payload === undefined || payload.length + line.length >= payloadBytesMax) payloads.push(line);
    else payloads[payloads.length - 1] = `${payload}\n${line}`;
  }
  return payloads;
}

function hintsOf(payload: string): Hints {
  if (payload === '') return undefined;
  return payload.split('\n').flatMap((line) => {
    const [name, fieldId = ''] = line.split(' ');
    // A newer version may have further lists.
    return resources.filter((list) => list === name).map((list) => ({ list, fieldId }));
  });
}

/** Interval of a statement that finds out whether the connection has silently ended. */
const probeMs = 30_000;
/** Backoff between attempts to connect, doubled up to the maximum. */
const retryMs = 500;
const retryMsMax = 10_000;

/** Listens over its own connection, and reconnects if it is lost. After each connect, it passes on undefined: hints may have been lost. */
export function createListener(url: string, onHints: (hints: Hints) => void, send: (own: string) => Promise<unknown>) {
  /** Undefined while nothing watches. */
  let listening: 0 | 1 | undefined;

  let failures = 0;

  /** Listens until the channel changes. Rejects if no connection can be made, or it is lost. */
  async function listenOnce(stopped: AbortSignal): Promise<void> {
    const { client, query, connect } = createClient(url);
    const over = new AbortController();
    const end = () => {
      over.abort();
      client.end().catch(() => {});
    };
    stopped.addEventListener('abort', end);
    client.once('end', end);
    // Through some poolers none arrives: one of its own, sent over another connection, shows whether they do.
    const own = randomUUID();
    client.on('notification', ({ payload = '' }) => {
      if (stopped.aborted) return;
      if (payload === own) listening = 1;
      const hints = hintsOf(payload);
      if (hints?.length !== 0) onHints(hints);
    });
    try {
      await connect();
      const name = await channelOf(query);
      await query(`LISTEN ${name}`);
      over.signal.throwIfAborted();
      failures = 0;
      onHints(undefined);
      // A restored database has new tables, and with them another channel.
      do {
        if (!listening) await send(own).catch(() => {});
        await delay(probeMs, undefined, { signal: over.signal, ref: false });
      } while ((await channelOf(query)) === name);
    } finally {
      end();
      stopped.removeEventListener('abort', end);
    }
  }

  async function listenUntil(stopped: AbortSignal): Promise<void> {
    for (failures = 0; !stopped.aborted; failures += 1) {
      // The connection was lost, or could not be made (without its certificates, for example). Watchers poll meanwhile.
      await listenOnce(stopped).catch(() => {});
      if (stopped.aborted) return;
      listening = 0;
      const waitMs = Math.min(retryMs * 2 ** failures, retryMsMax) * (0.5 + Math.random() / 2);
      await delay(waitMs, undefined, { signal: stopped, ref: false }).catch(() => {});
    }
  }

  return {
    /** Begins to listen. Returns the function that stops it. */
    listen(): () => void {
      const stopped = new AbortController();
      listening = 0;
      void listenUntil(stopped.signal);
      return () => {
        stopped.abort();
        listening = undefined;
      };
    },
    listening: () => listening,
  };
}

async function channelOf(query: Query): Promise<string | undefined> {
  const { rows } = await query<{ name: string }>(`SELECT ${channel} AS name`);
  return rows[0]?.name;
}
