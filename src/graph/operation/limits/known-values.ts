/** The values of an operation that are known before it runs: literals, the variables sent, and the defaults of those not sent. */
import { type DirectiveNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';

/** Longest JSON of a variable that is used unchanged. */
const jsonMax = 4_096;

/** The variables of an operation: untrusted JSON. */
export type Variables = Readonly<Record<string, unknown>>;

/** The values of some variables as one text: equal for equal values only. */
export function textOf(names: readonly string[], variables: Variables): string {
  let text = '';
  for (const name of names) text += `${JSON.stringify(Object.hasOwn(variables, name) ? variables[name] : undefined)},`;
  return text;
}

/** Reads values, variables and the clock for one operation. */
export class KnownValues {
  readonly #operation: OperationDefinitionNode;
  readonly #variables: Variables | undefined;
  #defaults: Map<string, ValueNode | undefined> | undefined;
  /** Long variables as the cost check reads them. */
  #long: Map<string, unknown> | undefined;
  readonly #calendar: () => Date;
  /** Counts reads of variables and of the clock. A cost computed without them is constant. */
  uncertain = 0;
  /** Names of the variables that were read. */
  readonly read = new Set<string>();
  /** Whether the clock or a long variable was read: the next cost is computed anew. */
  isPassing = false;

  /** Without `variables`, selections that depend on one are left out: this is the least cost of any request. */
  constructor(operation: OperationDefinitionNode, variables: Variables | undefined, calendar: () => Date) {
    this.#operation = operation;
    this.#variables = variables;
    this.#calendar = calendar;
  }

  /** Clock that windows are counted from, in milliseconds. */
  now(): number {
    this.uncertain += 1;
    this.isPassing = true;
    return this.#calendar().getTime();
  }

  /** The value of an argument as plain data; an enum value is its name. Undefined if left out. */
  dataOf(value: ValueNode | undefined): unknown {
    if (value === undefined) return undefined;
    switch (value.kind) {
      case Kind.NULL:
        return null;
      case Kind.VARIABLE:
        return this.#sent(value.name.value);
      case Kind.INT:
      case Kind.FLOAT:
        return Number(value.value);
      case Kind.LIST:
        return value.values.map((item) => this.dataOf(item));
      case Kind.OBJECT:
        return Object.fromEntries(value.fields.map((field) => [field.name.value, this.dataOf(field.value)]));
      default:
        return value.value;
    }
  }

  #sent(name: string): unknown {
    this.uncertain += 1;
    this.read.add(name);
    if (this.#variables === undefined) return undefined;
    let value = Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
    if (value === undefined) {
      this.#defaults ??= new Map(
        this.#operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
      );
      value = this.dataOf(this.#defaults.get(name));
    }
    const mayBeLong = typeof value === 'object' || (typeof value === 'string' && value.length > jsonMax);
    return mayBeLong ? this.#bound(name, value) : value;
  }

  /**
   * The value of a variable, unless its JSON is long: the keys of lists contain that JSON, once for each selection. A long list becomes the
   * same number of nulls, because its items are counted. Any other long value is no valid argument, and becomes the variable's name.
   */
  #bound(name: string, value: unknown): unknown {
    this.#long ??= new Map();
    return this.#long.getOrInsertComputed(name, () => {
      if (JSON.stringify(value).length <= jsonMax) return value;
      this.isPassing = true;
      return Array.isArray(value) ? Array(value.length).fill(null) : `$${name}`;
    });
  }

  /** Whether `@skip` or `@include` excludes a selection. An unknown condition does not; without known variables, one on a variable does. */
  isLeftOut(directives: readonly DirectiveNode[]): boolean {
    return directives.some(({ name, arguments: values }) => {
      if (name.value !== 'skip' && name.value !== 'include') return false;
      const condition = values?.find((argument) => argument.name.value === 'if')?.value;
      const isMet = this.dataOf(condition);
      if (this.#variables === undefined && condition?.kind === Kind.VARIABLE) return true;
      return isMet === (name.value === 'skip');
    });
  }
}
