/**
 * Lists whose bytes passed every check before: parsed when somebody looks at them, which nobody does where the text that was
 * made of the same bytes is still at hand (execution/fragments.ts). Only for bytes the cache keeps, as only these come again.
 */
import { isRecord } from '../errors.ts';

/** Where a list comes from. */
export interface Origin {
  /** The same object as long as the service's answer is the same. */
  readonly bytes: Buffer;
  /** The list itself, parsed now if it was not. */
  items(): unknown[];
}

/** What a list was checked to be. */
interface Checked {
  kind: string;
  fieldId: string;
  /** The answer but for its list. */
  rest: Record<string, unknown>;
}

/** By bytes that come again; null until their list is checked. */
const checkedBytes = new WeakMap<Buffer, Checked | null>();
const payloadOrigins = new WeakMap<object, Origin>();
const listOrigins = new WeakMap<object, Origin>();

/** Tells that an answer of these bytes will be given again. */
export function expectAgain(bytes: Buffer): void {
  checkedBytes.set(bytes, null);
}

/** What the bytes parse to; where they passed the checks before, an object that parses its `data` when it is read. */
export function payloadOf(bytes: Buffer, parse: () => unknown): unknown {
  const checked = checkedBytes.get(bytes);
  if (checked === undefined) return parse();
  let parsed: unknown = checked === null ? parse() : undefined;
  const items = (): unknown[] => {
    parsed ??= parse();
    return (parsed as { data: unknown[] }).data;
  };
  const payload =
    checked === null
      ? parsed
      : {
          ...checked.rest,
          get data() {
            return items();
          },
        };
  if (isRecord(payload)) payloadOrigins.set(payload, { bytes, items });
  return payload;
}

/** The list of a payload whose bytes passed the same check before, not parsed yet. */
export function unreadList(payload: object, kind: string, fieldId: string): unknown[] | undefined {
  const origin = payloadOrigins.get(payload);
  const checked = origin && checkedBytes.get(origin.bytes);
  if (!checked || checked.kind !== kind || checked.fieldId !== fieldId) return undefined;
  return filledWhenRead(origin);
}

/** Remembers that the list of a payload passed a check. */
export function rememberChecked(payload: Record<string, unknown>, kind: string, fieldId: string): void {
  const origin = payloadOrigins.get(payload);
  if (origin === undefined) return;
  const { data: _list, ...rest } = payload;
  checkedBytes.set(origin.bytes, { kind, fieldId, rest });
}

/** Where a list that was not parsed yet comes from; undefined for any other value. */
export function originOf(value: unknown): Origin | undefined {
  return typeof value === 'object' && value !== null ? listOrigins.get(value) : undefined;
}

/** An array to everyone who looks, empty until then. */
function filledWhenRead(origin: Origin): unknown[] {
  const target: unknown[] = [];
  let isFilled = false;
  const fill = (): void => {
    if (isFilled) return;
    isFilled = true;
    for (const item of origin.items()) target.push(item);
  };
  const list = new Proxy(target, {
    get(array, key) {
      // A promise asks it of every value it is resolved with.
      if (key === 'then') return undefined;
      fill();
      return Reflect.get(array, key);
    },
    has(array, key) {
      fill();
      return Reflect.has(array, key);
    },
    ownKeys(array) {
      fill();
      return Reflect.ownKeys(array);
    },
    getOwnPropertyDescriptor(array, key) {
      fill();
      return Reflect.getOwnPropertyDescriptor(array, key);
    },
  });
  listOrigins.set(list, origin);
  return list;
}
