/**
 * The schema coordinates of errors (GraphQL, section 3.14): `Field.weather(last:)` names the same whatever aliases and fragments a document has.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** A selection set, and the type that its fields are of. */
interface Place {
  set: SelectionSetNode | undefined;
  type: GraphQLNamedType | undefined;
}

/** The same error, with the coordinate of its field where it has a path. */
export function withCoordinate(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  error: GraphQLError,
): GraphQLError {
  const coordinate = error.path && coordinateOf(schema, document, operation, error.path);
  if (coordinate !== undefined) error.extensions.coordinate = coordinate;
  return error;
}

/** Undefined where the operation has no such path. */
function coordinateOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
  path: NonNullable<GraphQLError['path']>,
): string | undefined {
  let places: Place[] = [{ set: selectionSet, type: schema.getRootType(operation) ?? undefined }];
  let coordinate: string | undefined;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const found = fieldsNamed(key, places, schema, document);
    const [first] = found;
    if (first === undefined) return undefined;
    coordinate = first.coordinate;
    places = found;
  }
  return coordinate;
}

/** The fields of a response name, with what is selected of them. */
function fieldsNamed(key: string, places: Place[], schema: GraphQLSchema, document: DocumentNode) {
  const found: (Place & { coordinate: string })[] = [];
  const open = [...places];
  const spread = new Set<string>();
  for (const { set, type } of open) {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) {
        const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
        if ((node.alias ?? node.name).value !== key || field === undefined) continue;
        const coordinate = `${type}.${field.name}`;
        found.push({ set: node.selectionSet, type: getNamedType(field.type), coordinate });
        continue;
      }
      const part = node.kind === Kind.FRAGMENT_SPREAD ? fragmentOf(document, node.name.value, spread) : node;
      if (part === undefined) continue;
      const on = part.typeCondition?.name.value;
      open.push({ set: part.selectionSet, type: on === undefined ? type : schema.getType(on) });
    }
  }
  return found;
}

/** Each fragment once. */
function fragmentOf(
  { definitions }: DocumentNode,
  name: string,
  spread: Set<string>,
): FragmentDefinitionNode | undefined {
  if (spread.has(name)) return undefined;
  spread.add(name);
  return definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name) as
    | FragmentDefinitionNode
    | undefined;
}

/** The coordinates of what a document has at these offsets, as far as the schema has it; undefined where nothing of it is there. */
export function coordinatesAt(
  schema: GraphQLSchema,
  document: DocumentNode,
  offsets: readonly (number | undefined)[],
): (string | undefined)[] {
  const found = new Map<number, string>();
  const sought = new Set(offsets);
  const info = new TypeInfo(schema);
  const note = (start: number | undefined, coordinate: string | undefined) => {
    if (start !== undefined && coordinate !== undefined && sought.has(start) && !found.has(start))
      found.set(start, coordinate);
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ loc }) => {
        note(loc?.start, fieldCoordinate(info) ?? info.getParentType()?.name);
      },
      Argument: ({ loc, name, value }) => {
        const field = fieldCoordinate(info);
        const coordinate = info.getArgument() ? field && `${field}(${name.value}:)` : field;
        note(loc?.start, coordinate);
        note(value.loc?.start, coordinate);
      },
      ObjectField: ({ loc, name, value }) => {
        const type = getNamedType(info.getParentInputType());
        const coordinate = type && (info.getInputType() ? `${type.name}.${name.value}` : type.name);
        note(loc?.start, coordinate);
        note(value.loc?.start, coordinate);
      },
    }),
  );
  return offsets.map((offset) => (offset === undefined ? undefined : found.get(offset)));
}

/** The field under the cursor of the traversal; undefined if the schema lacks it. */
export function fieldCoordinate(info: TypeInfo): string | undefined {
  const [type, field] = [info.getParentType(), info.getFieldDef()];
  return type && field ? `${type.name}.${field.name}` : undefined;
}
