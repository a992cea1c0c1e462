/** The field, resolved from its id without a call. Other files add its lists. Each is one call: if it fails, the others still arrive. */
import { builder } from './builder.ts';
import { toField } from './field-id.ts';
import { Node, type NodeShape } from './node.ts';

export type FieldShape = NodeShape;

export const Field = builder.objectRef<FieldShape>('Field');

Field.implement({
  description:
    'An agricultural field. The lists of one operation may read 60,000 records together by default (RECORDS_READ_MAX). Counted once for each alias and computed field, they may visit 200,000 by default (RECORDS_VISITED_MAX). Selecting a field makes no request. Its lists report NOT_FOUND if it is unknown or not visible to the caller.',
  interfaces: [Node],
});

builder.queryFields((t) => ({
  field: t.field({
    type: Field,
    description: 'A field by its id, without a call. A malformed id is null with BAD_USER_INPUT.',
    args: { id: t.arg.id({ required: true, description: 'Field id, `fld_…`.' }) },
    resolve: (_root, { id }) => toField(id, 'id'),
  }),
  fields: t.field({
    type: [Field],
    nullable: { list: false, items: true },
    description:
      'Fields by their ids, in their order, without a call. A malformed id is null, with BAD_USER_INPUT on its path.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Field ids, at most `IDS_MAX` (100 unless set otherwise).' }),
    },
    extensions: { idsArgument: 'ids' },
    resolve: (_root, { ids }) => ids.map((id, at) => toField(id, 'ids', at)),
  }),
}));
