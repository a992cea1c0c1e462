/** Labels of metrics that callers choose: only the first of them that ran get labels of their own. */
import type { Client } from '../record.ts';

const namesMax = 200;

/** Gives the label of a name: itself, `other` beyond the first 200, `anonymous` for none. A refused operation takes up no place. */
export function createOperationNames(): (name: string | undefined, isRefused: boolean) => string {
  const known = new Set<string>();
  return (name, isRefused) => {
    if (name === undefined) return 'anonymous';
    if (known.has(name)) return name;
    if (isRefused || known.size >= namesMax) return 'other';
    known.add(name);
    return name;
  };
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
