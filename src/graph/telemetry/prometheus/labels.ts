/** Labels of metrics that callers choose: only the first operations and clients that ran get labels of their own. */
import type { Client } from '../record.ts';

/** Returns the label of a value: its own, or `other` beyond the first `max`. Refused operations add no labels. */
function createLabels<Label>(max: number, other: Label, keyOf: (label: Label) => string) {
  const known = new Map<string, Label>();
  return (label: Label, isRefused: boolean): Label => {
    const key = keyOf(label);
    if (isRefused || known.size >= max) return known.get(key) ?? other;
    return known.getOrInsert(key, label);
  };
}

const namesMax = 200;
const clientsMax = 100;

/** Makes the label of a name: itself, or `other` beyond the first 200. */
export const createOperationNames = () => createLabels(namesMax, 'other', (name) => name);

/** Makes the labels of a client: its own, or `other` and no version beyond the first 100 that ran something. */
export const createClientLabels = () =>
  createLabels<Readonly<Client>>(clientsMax, { name: 'other', version: undefined }, (client) =>
    Object.values(client).join('\n'),
  );
