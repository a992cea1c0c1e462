/** Lists the members of a graph: fields, their arguments, input fields and enum values. */
import type { GraphQLArgument, GraphQLEnumValue, GraphQLField, GraphQLInputField, GraphQLSchema } from 'graphql';

export type Member = GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField | GraphQLEnumValue;

/** Members by path: `Type.field`, `Type.field.argument`, `Input.field`, `Enum.VALUE`. */
export function membersOf(schema: GraphQLSchema): [path: string, Member][] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return types.flatMap((type) => {
    const fields = Object.values('getFields' in type ? type.getFields() : {});
    const values = 'getValues' in type ? type.getValues() : [];
    return [...fields, ...values].flatMap((member): [string, Member][] => {
      const path = `${type.name}.${member.name}`;
      const args: readonly GraphQLArgument[] = 'args' in member ? member.args : [];
      return [[path, member], ...args.map((argument): [string, Member] => [`${path}.${argument.name}`, argument])];
    });
  });
}
