/** The schema coordinates of errors (GraphQL, section 3.14), such as `Field.weather(last:)`. Aliases and fragments do not change them. */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Adds the coordinate of its field to each error that has a path. */
export function withCoordinates(schema: GraphQLSchema, document: DocumentNode, errors: GraphQLError[]): GraphQLError[] {
  const offsets = errors.map(({ path, positions }) => path && positions?.[0]);
  for (const [at, coordinate] of coordinatesAt(schema, document, offsets).entries()) {
    // An error of an argument's value belongs to its field, too.
    if (coordinate !== undefined) Object.assign(errors[at]?.extensions ?? {}, { coordinate: coordinate.split('(')[0] });
  }
  return errors;
}

/** The coordinates of the nodes at these offsets of a document, as specific as the schema allows; undefined if it has none of them. */
export function coordinatesAt(schema: GraphQLSchema, document: DocumentNode, offsets: readonly (number | undefined)[]) {
  if (offsets.every((offset) => offset === undefined)) return offsets.map(() => undefined);
  const found = new Map<number, string>();
  const sought = new Set(offsets);
  const info = new TypeInfo(schema);
  const add = (start: number | undefined, coordinate: string | undefined) => {
    if (start !== undefined && coordinate !== undefined && sought.has(start)) found.getOrInsert(start, coordinate);
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ loc }) => add(loc?.start, fieldCoordinate(info) ?? info.getParentType()?.name),
      Argument: ({ loc, name, value }) => {
        const directive = info.getDirective();
        const owner = directive ? `@${directive.name}` : fieldCoordinate(info);
        const coordinate = info.getArgument() ? owner && `${owner}(${name.value}:)` : owner;
        add(loc?.start, coordinate);
        add(value.loc?.start, coordinate);
      },
      ObjectField: ({ loc, name, value }) => {
        const type = getNamedType(info.getParentInputType());
        const coordinate = type && (info.getInputType() ? `${type.name}.${name.value}` : type.name);
        add(loc?.start, coordinate);
        add(value.loc?.start, coordinate);
      },
    }),
  );
  return offsets.map((offset) => (offset === undefined ? undefined : found.get(offset)));
}

/** The coordinate of the current field of the traversal; undefined if the schema lacks it. */
export function fieldCoordinate(info: TypeInfo): string | undefined {
  const [type, field] = [info.getParentType(), info.getFieldDef()];
  return type && field ? `${type.name}.${field.name}` : undefined;
}
