/** The subscription `fieldsChanged`, added to the graph's types. */
import { assertNoFaults, invalidArgument } from '../../errors/gateway-error.ts';
import type { Context } from '../../operation/context.ts';
import { builder } from '../../schema/builder.ts';
import { Field } from '../../schema/field.ts';
import { fieldIdFaults } from '../../schema/field-id.ts';
import { closedEnum } from '../../schema/open-enum.ts';
import type { Change } from './changes.ts';
import { countLists, type Subject } from './cursor.ts';
import { type ListName, listNames } from './lists.ts';

/** The context of an operation that begins a stream. */
export interface StreamContext extends Context {
  idsMax: number;
  /** Called with the subject of the stream, and its path in the result. Throws BAD_USER_INPUT for a cursor of another subject. */
  begin(subject: Subject, after: string | undefined, path: string[]): void;
}

/** Maximum ids times lists. The cursor must fit into a header, next to a key and cookies: all headers have 16 KiB. */
const statesMax = 1_500;

/** graphql-js expects a source of events. It is empty, because the stream takes events at the pace of its reader. */
const noEvents: AsyncIterable<Change> = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };

builder.subscriptionType({
  description:
    'Streams of events, as Server-Sent Events: send `Accept: text/event-stream`. Each event counts as one operation.',
});

const FieldList = closedEnum<ListName>('FieldList', 'A list of a field whose changes are reported.', {
  WEATHER: 'Daily weather from Monday of last week on.',
  EARTH_OBSERVATIONS: 'Satellite scenes from the first of the month three months ago on.',
  OBSERVATIONS: 'The newest 100 observations.',
});

const FieldChange = builder.objectRef<Change>('FieldChange').implement({
  description:
    'Lists of a field that differ from what the listener had. The data of an event may be newer than its cursor, so a later event may repeat it. States between two events may be skipped; the last one never is.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      nullable: false,
      description:
        'State of the listener after this event. Send it as `after` to resume on any replica. Opaque; never expires.',
    }),
    lists: t.field({
      type: [FieldList],
      nullable: false,
      description: 'The lists that changed. Empty in the first event and in the last, which only state a cursor.',
      resolve: ({ lists }) => [...lists],
    }),
    field: t.field({
      type: Field,
      description: 'The field that changed, with its data of now. Null where `lists` is empty.',
      resolve: ({ fieldId }) => (fieldId === undefined ? null : { id: fieldId }),
    }),
  }),
});

builder.subscriptionFields((t) => ({
  fieldsChanged: t.field({
    type: FieldChange,
    nullable: false,
    description:
      "Reports changes of some fields' lists. The first event comes within 10 seconds. Corrections of older days, and observations older than the newest 100, are not reported.",
    args: {
      ids: t.arg.idList({
        required: true,
        description: `Field ids, 1 to \`IDS_MAX\` (100 unless set otherwise). Ids times lists are at most ${statesMax}.`,
      }),
      lists: t.arg({
        type: [FieldList],
        required: true,
        defaultValue: listNames,
        description: 'The lists to watch, at least one; all of them by default.',
      }),
      after: t.arg.string({
        description:
          'Cursor of the last event that the listener handled, for the same ids and lists; an empty text counts as none. Changes since then come first. The header `Last-Event-ID` does the same, and has priority.',
      }),
    },
    subscribe: (_root, { ids, lists, after }, context, { path }) => {
      const { idsMax, begin } = context as StreamContext;
      begin(subjectOf(ids, lists, idsMax), after || undefined, [String(path.key)]);
      return noEvents;
    },
    resolve: (change) => change as unknown as Change,
  }),
}));

function subjectOf(ids: readonly string[], lists: readonly ListName[], idsMax: number): Subject {
  if (ids.length === 0) throw invalidArgument(['ids'], 'ids must have at least one id.', 'TOO_SHORT');
  if (ids.length > idsMax) throw invalidArgument(['ids'], `ids must have at most ${idsMax} ids (IDS_MAX).`, 'TOO_MANY');
  if (lists.length === 0) throw invalidArgument(['lists'], 'lists must have at least one list.', 'TOO_SHORT');
  assertNoFaults(ids.flatMap((id, index) => fieldIdFaults(id, ['ids', String(index)])));
  const subject = { fieldIds: [...new Set(ids)].sort(), lists: listNames.filter((name) => lists.includes(name)) };
  if (countLists(subject) <= statesMax) return subject;
  const message = `ids times lists must be at most ${statesMax}: watch fewer fields or lists.`;
  throw invalidArgument(['ids'], message, 'TOO_MANY');
}
