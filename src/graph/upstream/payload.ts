/**
 * Whether a parsed answer has the contract's shape: enough to tell data from something else, before a JSON `null` or a
 * foreign page becomes "weather with every field null". What is inside a record is checked leaf by leaf as it is completed.
 * Written by hand for each record: one pass of property reads costs a fiftieth of the JSON's parse, Ajv on
 * the whole record nearly as much as the parse.
 */
import { GatewayError, isRecord } from '../errors.ts';
import { rememberChecked, unreadList } from './unread-list.ts';

/** The kinds of record the service gives. */
export type RecordKind = keyof typeof isOfKind;

/**
 * The records of a list answer, unchanged but for those that were not asked for: a service may ignore a filter.
 * Throws UPSTREAM_ERROR unless each is a record of that kind and of that field.
 */
export function readList<Item>(
  payload: unknown,
  kind: RecordKind,
  fieldId: string,
  isAsked: (item: Item) => boolean = () => true,
): Item[] {
  if (!isRecord(payload)) throw malformed();
  const unread = unreadList(payload, kind, fieldId);
  if (unread !== undefined) return unread as Item[];
  if (!Array.isArray(payload.data)) throw malformed();
  const isExpected = isOfKind[kind];
  let isObeyed = true;
  for (const item of payload.data) {
    if (typeof item !== 'object' || item === null || item.field_id !== fieldId || !isExpected(item)) throw malformed();
    isObeyed &&= isAsked(item);
  }
  if (!isObeyed) return payload.data.filter(isAsked);
  rememberChecked(payload, kind, fieldId);
  return payload.data;
}

/** The one record of an answer, unchanged. Throws UPSTREAM_ERROR unless it is a record of that kind and of that field. */
export function readOne<Item>(payload: unknown, kind: RecordKind, fieldId: string): Item {
  if (!isRecord(payload)) throw malformed();
  const [item] = readList<Item>({ data: [payload.data] }, kind, fieldId);
  return item as Item;
}

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

function malformed(): GatewayError {
  const message = 'The Field Data Service answered with data of a shape its contract does not allow.';
  return new GatewayError('UPSTREAM_ERROR', { message });
}
