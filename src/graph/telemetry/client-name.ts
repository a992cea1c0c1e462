/**
 * What a client says that it is: `graphql-client-name` and `-version`, or the headers of Apollo's client awareness. It is told in log lines,
 * spans and metrics, so it is cleaned and cut; nothing else depends on it, as anybody may send any name.
 */
import { memoize } from '../../platform/sync/memoize.ts';

export interface Client {
  /** At most 64 characters: letters, digits and `@ / . _ : + -`, spaces between them. */
  name: string;
  /** The same of at most 32; undefined where none was sent. */
  version: string | undefined;
}

interface HeaderSource {
  get(name: string): string | null;
}

/** What leaves nothing to escape in JSON and in labels. */
const forbidden = /[^\w@/.:+ -]+/g;
const lengthMax = { name: 64, version: 32 };

/** The text without what it must not hold; undefined where nothing is left. */
const clean = (text: string, length: number): string | undefined =>
  text.slice(0, length).replace(forbidden, '').trim() || undefined;

const cleanName = memoize((text) => clean(text, lengthMax.name));
const cleanVersion = memoize((text) => clean(text, lengthMax.version));

/** The client that a request names; undefined for most, which name none. */
export function readClient(headers: HeaderSource): Client | undefined {
  const sent = headers.get('graphql-client-name') ?? headers.get('apollographql-client-name');
  const name = sent === null ? undefined : cleanName(sent);
  if (name === undefined) return undefined;
  const version = headers.get('graphql-client-version') ?? headers.get('apollographql-client-version');
  return { name, version: version === null ? undefined : cleanVersion(version) };
}

const clientsMax = 100;

/** Gives the labels of a client: its own, or `other` and no version beyond the first 100 that ran something. */
export function createClientLabels(): (client: Client, isRefused: boolean) => Readonly<Client> {
  const known = new Map<string, Client>();
  return (client, isRefused) => {
    const key = `${client.name}\n${client.version ?? ''}`;
    const own = known.get(key);
    if (own) return own;
    if (isRefused || known.size >= clientsMax) return other;
    known.set(key, client);
    return client;
  };
}

const other: Readonly<Client> = { name: 'other', version: undefined };
