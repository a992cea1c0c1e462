/**
 * Finds out whether a document uses a part of the schema, named by its schema coordinate: `Type`, `Type.field`, `Type.field(argument:)`,
 * `Input.field`, `Enum.VALUE`. A field that is selected on an interface is also a use of that field of each of its types.
 */
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  resolveSchemaCoordinate,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { tryOr } from '../../../../platform/sync/try-or.ts';

/** `may`: a variable may have a value that uses it, and documents do not show values. */
export type Use = 'does' | 'may' | 'not';

/** Makes the function that finds the use of one coordinate. Throws an Error with a sentence if the schema has no such part. */
export function createUseFinder(schema: GraphQLSchema, coordinate: string): (document: DocumentNode) => Use {
  assertKnown(schema, coordinate);
  const [owner = ''] = coordinate.split('.');
  return (document) => {
    const typeInfo = new TypeInfo(schema);
    let use: Use = 'not';
    const found = (type: GraphQLType | null | undefined, member = ''): void => {
      if (type && namesOf(schema, getNamedType(type)).some((name) => coordinate === name + member)) use = 'does';
    };
    const foundType = () => found(typeInfo.getType());
    visit(
      document,
      visitWithTypeInfo(typeInfo, {
        Field({ name }) {
          found(typeInfo.getParentType(), `.${name.value}`);
          foundType();
        },
        Argument({ name }) {
          const field = typeInfo.getFieldDef();
          if (field && !typeInfo.getDirective()) found(typeInfo.getParentType(), `.${field.name}(${name.value}:)`);
          found(typeInfo.getInputType());
        },
        ObjectField({ name }) {
          found(typeInfo.getParentInputType(), `.${name.value}`);
          found(typeInfo.getInputType());
        },
        EnumValue: ({ value }) => found(typeInfo.getInputType(), `.${value}`),
        VariableDefinition({ type: node }) {
          const type = typeFromAST(schema, node as never);
          const named = type && getNamedType(type);
          found(named);
          if (named && mayHold(named, owner) && use === 'not') use = 'may';
        },
        OperationDefinition: foundType,
        FragmentDefinition: foundType,
        InlineFragment: foundType,
      }),
    );
    return use;
  };
}

function assertKnown(schema: GraphQLSchema, coordinate: string): void {
  // It throws for a malformed coordinate, and for one of a type that has no such members.
  const part = tryOr(() => resolveSchemaCoordinate(schema, coordinate), undefined);
  if (part === undefined || coordinate.startsWith('@'))
    throw new Error(
      `The schema has no ${coordinate}. Name a part of it as Type, Type.field, Type.field(argument:), Input.field or Enum.VALUE.`,
    );
}

/** The names under which members of a type are found: its own and, for an interface, those of its types, which a selection may reach. */
function namesOf(schema: GraphQLSchema, type: GraphQLNamedType): string[] {
  return isAbstractType(type) ? [type.name, ...schema.getPossibleTypes(type).map(({ name }) => name)] : [type.name];
}

/** Whether a value of the type may contain the owner: the type is the owner, or an input object with a field of it at any depth. */
function mayHold(type: GraphQLNamedType, owner: string, passed = new Set<GraphQLNamedType>()): boolean {
  if (type.name === owner) return true;
  if (!isInputObjectType(type) || passed.has(type)) return false;
  passed.add(type);
  return Object.values(type.getFields()).some((field) => mayHold(getNamedType(field.type), owner, passed));
}
