/**
 * Whether a parsed answer has the contract's shape: enough to tell data from something else, before a JSON `null` or a
 * foreign page becomes "weather with every field null". What is inside a record is checked leaf by leaf as it is completed.
 * Written by hand for each record: one pass of property reads costs a fiftieth of the JSON's parse, Ajv on
 * the whole record nearly as much as the parse.
 */
import { GatewayError } from '../errors/gateway-error.ts';
import { isRecord } from '../../platform/is-record.ts';
import { ByteList, type Given } from '../../executor/byte-list.ts';
import { ListBytes } from '../upstream/list-bytes.ts';

/** The kinds of record the service gives. */
export type RecordKind = keyof typeof isOfKind;

/** What is asked of the records of a list beyond their kind. */
export interface Asked<Item> {
  stated: Given;
  countMax?: number;
  /** Whether a record is one that was asked for, where that is more than what it states. */
  isAsked?: ((item: Item) => boolean) | undefined;
}

/**
 * The records of a list answer, but for those that were not asked for: a service may ignore a filter.
 * Throws UPSTREAM_ERROR, now or when the records are looked at, unless each is a record of that kind and of that field.
 */
export function readList<Item>(payload: unknown, kind: RecordKind, asked: Asked<Item>): ByteList<Item> {
  if (!isRecord(payload)) throw malformed();
  const { data } = payload;
  if (!(data instanceof ListBytes)) return ByteList.of(checked(data, kind, asked));
  const read = () => checked(data.parse(), kind, asked);
  if (asked.isAsked !== undefined) return ByteList.of(read());
  return ByteList.unread({ data, given: asked.stated, countMax: asked.countMax ?? Number.POSITIVE_INFINITY, read });
}

function checked<Item>(items: unknown, kind: RecordKind, { stated, countMax, isAsked }: Asked<Item>): Item[] {
  if (!Array.isArray(items)) throw malformed();
  const { names, values } = stated;
  const isExpected = isOfKind[kind];
  let isObeyed = true;
  for (const item of items) {
    if (typeof item !== 'object' || item === null || item.field_id !== values[0] || !isExpected(item))
      throw malformed();
    for (let at = 1; at < names.length; at++) if (item[names[at] as string] !== values[at]) isObeyed = false;
    if (isAsked !== undefined && !isAsked(item)) isObeyed = false;
  }
  const states = (item: Record<string, unknown>) => names.every((name, at) => item[name] === values[at]);
  const asked = isObeyed ? items : items.filter((item) => states(item) && (isAsked?.(item) ?? true));
  return countMax === undefined || asked.length <= countMax ? asked : asked.slice(0, countMax);
}

/** The one record of an answer, unchanged. Throws UPSTREAM_ERROR unless it is a record of that kind and of that field. */
export function readOne<Item>(payload: unknown, kind: RecordKind, fieldId: string): Item {
  if (!isRecord(payload)) throw malformed();
  const stated = { names: fieldAlone, values: [fieldId] };
  const [item] = checked<Item>([payload.data], kind, { stated });
  return item as Item;
}

/** What a list states where only its field was asked for. The field is the first in every list of names. */
export const fieldAlone = ['field_id'] as const;

const isOfKind = {
  weather: (item: Record<string, unknown>): boolean =>
    typeof item.starts_at === 'string' &&
    typeof item.ends_at === 'string' &&
    typeof item.kind === 'string' &&
    typeof item.granularity === 'string' &&
    isRecord(item.source),
  'earth-observation': (item: Record<string, unknown>): boolean =>
    typeof item.id === 'string' &&
    typeof item.scene_id === 'string' &&
    typeof item.acquired_at === 'string' &&
    (item.cloud_cover === null || isRecord(item.cloud_cover)) &&
    Array.isArray(item.indices) &&
    isRecord(item.source),
  observation: (item: Record<string, unknown>): boolean =>
    typeof item.id === 'string' &&
    typeof item.text === 'string' &&
    typeof item.category === 'string' &&
    typeof item.observed_at === 'string' &&
    typeof item.created_at === 'string' &&
    typeof item.live_mode === 'boolean',
} as const;

/** The answer is none that the contract allows: the service's fault, whatever reading it would have thrown. */
export function malformed(): GatewayError {
  const message = 'The Field Data Service answered with data of a shape its contract does not allow.';
  return new GatewayError('UPSTREAM_ERROR', { message });
}
