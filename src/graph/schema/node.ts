/** Relay's global object identification. The global id of a field is the service's plain `fld_…`. Records have ids, but are not nodes. */
import { builder } from './builder.ts';
import { shown } from './field-builders.ts';
import { isFieldId } from './field-id.ts';

/** The shape of every node. */
export interface NodeShape {
  id: string;
}

export const Node = builder.interfaceRef<NodeShape>('Node').implement({
  description:
    'An object that `node` returns by its global id (GraphQL Global Object Identification). Field is the only one.',
  resolveType: () => 'Field',
  fields: (t) => shown(t, { id: ['ID', 'Global id: for a field its plain id, `fld_…`.'] }),
});

const toNode = (id: string): NodeShape | null => (isFieldId(id) ? { id } : null);

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    description:
      'Returns the node for an id without checking that it exists: its lists report NOT_FOUND. Null if the id is malformed.',
    args: { id: t.arg.id({ required: true, description: 'Global id, `fld_…`.' }) },
    resolve: (_root, { id }) => toNode(id),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'Returns the nodes for ids, in their order. Null for each malformed id.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Global ids, at most `IDS_MAX` (100 unless set otherwise).' }),
    },
    extensions: { idsArgument: 'ids' },
    resolve: (_root, { ids }) => ids.map(toNode),
  }),
}));
