/** Labels of metrics that callers choose: only the first of them that ran get labels of their own. */
import type { Client } from '../record.ts';

/** Gives the label of a key: its own, or `other` beyond the first `max`. A refused operation takes up no place. */
function createLabels<Label>(max: number, other: Label): (key: string, label: Label, isRefused: boolean) => Label {
  const known = new Map<string, Label>();
  return (key, label, isRefused) => {
    const own = known.get(key);
    if (own !== undefined) return own;
    if (isRefused || known.size >= max) return other;
    known.set(key, label);
    return label;
  };
}

const namesMax = 200;
const clientsMax = 100;

/** Gives the label of a name: itself, `other` beyond the first 200, `anonymous` for none. */
export function createOperationNames(): (name: string | undefined, isRefused: boolean) => string {
  const labelOf = createLabels(namesMax, 'other');
  return (name, isRefused) => (name === undefined ? 'anonymous' : labelOf(name, name, isRefused));
}

/** Gives the labels of a client: its own, or `other` and no version beyond the first 100 that ran something. */
export function createClientLabels(): (client: Client, isRefused: boolean) => Readonly<Client> {
  const labelOf = createLabels<Client>(clientsMax, { name: 'other', version: undefined });
  return (client, isRefused) => labelOf(`${client.name}\n${client.version ?? ''}`, client, isRefused);
}
