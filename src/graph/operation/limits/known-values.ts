/** What is known of an operation's values before it runs: literals, the variables sent, and the defaults of those not sent. */
import { Kind, type OperationDefinitionNode, type SelectionNode, type ValueNode } from 'graphql';

/** Reads the values of one operation with one set of variables. */
export interface KnownValues {
  /** The value of an argument as plain data; an enum value is its name. Undefined if left out. */
  dataOf(value: ValueNode | undefined): unknown;
  /** Whether `@skip` or `@include` certainly leaves this selection out. Where it is not known, it is taken to stay. */
  isLeftOut(node: SelectionNode): boolean;
  /** Whether a variable was read so far: if not, what was found out holds for every set of variables. */
  readonly hasReadVariables: boolean;
}

/** The known values of an operation. The variables are as they came from JSON: nothing in them is trusted. */
export function createKnownValues(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): KnownValues {
  let defaults: Map<string, ValueNode | undefined> | undefined;
  const known = { dataOf, isLeftOut, hasReadVariables: false };
  return known;

  function dataOf(value: ValueNode | undefined): unknown {
    if (value === undefined) return undefined;
    switch (value.kind) {
      case Kind.NULL:
        return null;
      case Kind.VARIABLE:
        return sent(value.name.value);
      case Kind.INT:
      case Kind.FLOAT:
        return Number(value.value);
      case Kind.LIST:
        return value.values.map(dataOf);
      case Kind.OBJECT:
        return Object.fromEntries(value.fields.map((field) => [field.name.value, dataOf(field.value)]));
      default:
        return value.value;
    }
  }

  function sent(name: string): unknown {
    known.hasReadVariables = true;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value !== undefined) return value;
    defaults ??= new Map(
      operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
    );
    return dataOf(defaults.get(name));
  }

  function isLeftOut({ directives }: SelectionNode): boolean {
    return (directives ?? []).some(({ name, arguments: values }) => {
      if (name.value !== 'skip' && name.value !== 'include') return false;
      const condition = values?.find((argument) => argument.name.value === 'if')?.value;
      return dataOf(condition) === (name.value === 'skip');
    });
  }
}
