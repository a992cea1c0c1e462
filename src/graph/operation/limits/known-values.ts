/** What is known of an operation's values before it runs: literals, the variables sent, and the defaults of those not sent. */
import { Kind, type OperationDefinitionNode, type SelectionNode, type ValueNode } from 'graphql';

/** Reads the values of one operation with one set of variables. */
export interface KnownValues {
  /** How many items a list argument gets: a single value is a list of one, as GraphQL reads it; absent or null is none. */
  lengthOf(value: ValueNode | undefined): number;
  /** Whether an argument gets a value that is not null. */
  isGiven(value: ValueNode | undefined): boolean;
  /** The whole number an argument gets; none is 0. */
  countOf(value: ValueNode | undefined): number;
  /** Whether `@skip` or `@include` certainly leaves this selection out. Where it is not known, it is taken to stay. */
  isLeftOut(node: SelectionNode): boolean;
  /** Whether a variable was read so far: if not, what was found out holds for every set of variables. */
  hasReadVariables(): boolean;
}

/** The known values of an operation. The variables are as they came from JSON: nothing in them is trusted. */
export function createKnownValues(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): KnownValues {
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  );

  let hasReadVariables = false;

  function sent(name: string): unknown {
    hasReadVariables = true;
    return Object.hasOwn(variables, name) ? variables[name] : undefined;
  }

  function lengthOf(value: ValueNode | undefined): number {
    if (value === undefined || value.kind === Kind.NULL) return 0;
    if (value.kind === Kind.LIST) return value.values.length;
    if (value.kind !== Kind.VARIABLE) return 1;
    const given = sent(value.name.value);
    if (given === undefined) return lengthOf(defaults.get(value.name.value));
    if (Array.isArray(given)) return given.length;
    return given === null ? 0 : 1;
  }

  function isGiven(value: ValueNode | undefined): boolean {
    if (value === undefined || value.kind === Kind.NULL) return false;
    if (value.kind !== Kind.VARIABLE) return true;
    const given = sent(value.name.value);
    return given === undefined ? isGiven(defaults.get(value.name.value)) : given !== null;
  }

  function countOf(value: ValueNode | undefined): number {
    if (value?.kind === Kind.INT) return Math.max(0, Number(value.value));
    if (value?.kind !== Kind.VARIABLE) return 0;
    const given = sent(value.name.value);
    if (given === undefined) return countOf(defaults.get(value.name.value));
    return typeof given === 'number' ? Math.max(0, given) : 0;
  }

  function booleanOf(value: ValueNode | undefined): boolean | undefined {
    if (value?.kind === Kind.BOOLEAN) return value.value;
    if (value?.kind !== Kind.VARIABLE) return undefined;
    const given = sent(value.name.value);
    if (given === undefined) return booleanOf(defaults.get(value.name.value));
    return typeof given === 'boolean' ? given : undefined;
  }

  function isLeftOut({ directives }: SelectionNode): boolean {
    if (!directives?.length) return false;
    return directives.some(({ name, arguments: given }) => {
      if (name.value !== 'skip' && name.value !== 'include') return false;
      const condition = given?.find((argument) => argument.name.value === 'if')?.value;
      return booleanOf(condition) === (name.value === 'skip');
    });
  }

  return { lengthOf, isGiven, countOf, isLeftOut, hasReadVariables: () => hasReadVariables };
}
