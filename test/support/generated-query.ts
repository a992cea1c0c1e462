/** Queries made from the schema by chance: aliases, fragments, merging duplicates, directives, arguments as literals and as variables. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  validate,
} from 'graphql';
import type { Random } from './seeded-random.ts';

export interface GeneratedQuery {
  text: string;
  variables: Record<string, unknown>;
}

const depthMax = 6;
const badLiteralRate = 0.04;
/** Values of each scalar as they are written in a document, and some that the type or its resolver refuses. */
const literals: Record<string, { good: string[]; bad: string[] }> = {
  ID: { good: ['"fld_a"', '"fld_b"', '"fld_c"'], bad: ['"not a field"', '7'] },
  Int: { good: ['1', '25', '100'], bad: ['101', '0', '-3'] },
  Float: { good: ['0', '12.5', '100'], bad: ['"12"'] },
  String: { good: ['"text"', '""'], bad: ['7'] },
  Boolean: { good: ['true', 'false'], bad: ['1'] },
  DateTime: { good: ['"2026-05-01T06:30:00Z"'], bad: ['"2026-05-01"'] },
  Date: { good: ['"2026-05-01"'], bad: ['"2026-02-30"'] },
  DateOrDateTime: { good: ['"2026-05-01"', '"2026-05-02T00:00:00+02:00"'], bad: ['"never"'] },
  MonthDay: { good: ['"04-15"'], bad: ['"02-29"', '"13-01"'] },
};

/** Whether validation lets a document through: the errors of one that it refuses are nobody's. */
export function isValid(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, undefined, { maxErrors: 1, hideSuggestions: true }).length === 0;
}

/** One query and its variables. It may break the schema's rules: callers leave out what validation refuses. */
export function generateQuery(schema: GraphQLSchema, random: Random): GeneratedQuery {
  return new QueryWriter(schema, random).write();
}

class QueryWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #definitions: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: string[] = [];
  #aliases = 0;

  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema;
    this.#random = random;
  }

  write(): GeneratedQuery {
    const root = this.#schema.getQueryType() as GraphQLNamedType;
    const selection = this.#selection(root, 0);
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    return {
      text: [`query Generated${definitions} ${selection}`, ...this.#fragments].join('\n'),
      variables: this.#variables,
    };
  }

  #chance(part: number): boolean {
    return this.#random() < part;
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const count = 1 + Math.floor(this.#random() * (depth === 0 ? 3 : 6));
    const parts = Array.from({ length: count }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLNamedType, depth: number): string {
    if (this.#chance(0.06)) return `${this.#alias('__typename', false)}__typename${this.#directives()}`;
    if (depth < depthMax && this.#chance(0.12)) return this.#fragment(type, depth);
    if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
    const { fields, lists, leaves } = fieldsOf(type);
    // The lists of a field are what matters: they are chosen more often than chance would.
    if (lists.length > 0 && depth < depthMax && this.#chance(0.6)) return this.#field(this.#oneOf(lists), depth);
    const open = depth < depthMax ? fields : leaves;
    return open.length > 0 ? this.#field(this.#oneOf(open), depth) : '__typename';
  }

  #fragment(type: GraphQLNamedType, depth: number): string {
    const on = isInterfaceType(type) && this.#chance(0.7) ? this.#oneOf(this.#schema.getPossibleTypes(type)) : type;
    const body = this.#selection(on, depth + 1);
    if (this.#chance(0.3)) return `...${this.#directives()} ${this.#selection(type, depth + 1)}`;
    if (this.#chance(0.5)) return `... on ${on}${this.#directives()} ${body}`;
    const name = `Part${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${on} ${body}`);
    return `...${name}${this.#directives()}${this.#chance(0.3) ? ` ...${name}` : ''}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const named = getNamedType(field.type);
    const given = this.#arguments(field.args);
    const head = `${this.#alias(field.name, given !== '')}${field.name}${given}${this.#directives()}`;
    if (!isCompositeType(named)) return head;
    const again = this.#chance(0.1) ? ` ${head} ${this.#selection(named, depth + 1)}` : '';
    return `${head} ${this.#selection(named, depth + 1)}${again}`;
  }

  /** One name for one field and its arguments, or validation would refuse nearly all; seldom one that JavaScript objects have too. */
  #alias(field: string, isNeeded: boolean): string {
    if (this.#chance(0.006)) return `${this.#oneOf(['constructor', 'toString', 'valueOf', '__proto__'])}: `;
    if (isNeeded) return `${field}${this.#aliases++}: `;
    return this.#chance(0.1) ? `other_${field}: ` : '';
  }

  #directives(): string {
    if (!this.#chance(0.08)) return '';
    const condition = this.#chance(0.5)
      ? this.#oneOf(['true', 'false'])
      : this.#variable('Boolean!', this.#chance(0.5));
    return ` @${this.#oneOf(['skip', 'include'])}(if: ${condition})`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const chosen = args.filter(({ type, defaultValue }) => {
      return (isNonNullType(type) && defaultValue === undefined) || this.#chance(0.3);
    });
    const given = this.#chance(0.1) ? chosen : withoutConflicts(chosen);
    if (given.length === 0) return '';
    return `(${given.map((arg) => `${arg.name}: ${this.#argument(arg.type)}`).join(', ')})`;
  }

  #argument(type: GraphQLInputType): string {
    const literal = this.#literal(type);
    if (!this.#chance(0.4)) return literal;
    return this.#variable(String(type), asJson(literal));
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#definitions.length}`;
    this.#definitions.push(`$${name}: ${type}`);
    if (type.endsWith('!') || this.#chance(0.8)) this.#variables[name] = value;
    return `$${name}`;
  }

  #literal(type: GraphQLInputType): string {
    if (!isNonNullType(type) && this.#chance(0.08)) return 'null';
    const inner = getNullableType(type);
    if (isListType(inner)) {
      const length = 1 + Math.floor(this.#random() * 3);
      return `[${Array.from({ length }, () => this.#literal(inner.ofType)).join(', ')}]`;
    }
    if (isEnumType(inner)) {
      const names = inner.getValues().map(({ name }) => name);
      return this.#oneOf(this.#chance(badLiteralRate) ? ['UNKNOWN'] : names.filter((name) => name !== 'UNKNOWN'));
    }
    if (isInputObjectType(inner)) return `{ ${this.#members(inner).join(', ')} }`;
    const { good, bad } = literals[String(inner)] ?? { good: ['null'], bad: ['null'] };
    return this.#oneOf(this.#chance(badLiteralRate) ? bad : good);
  }

  #members(type: GraphQLInputObjectType): string[] {
    const fields = Object.values(type.getFields());
    const given = type.isOneOf
      ? // Mostly the first: the others are refused by most fields.
        [this.#chance(0.85) ? (fields[0] as (typeof fields)[number]) : this.#oneOf(fields)]
      : fields.filter((field) => (isNonNullType(field.type) && field.defaultValue === undefined) || this.#chance(0.4));
    return given.map(
      (field) =>
        `${field.name}: ${this.#literal(type.isOneOf ? new GraphQLNonNull(getNullableType(field.type)) : field.type)}`,
    );
  }
}

const fieldsByType = new Map<GraphQLObjectType | GraphQLInterfaceType, ReturnType<typeof findFields>>();
const fieldsOf = (type: GraphQLObjectType | GraphQLInterfaceType) =>
  fieldsByType.getOrInsertComputed(type, () => findFields(type));

function findFields(type: GraphQLObjectType | GraphQLInterfaceType) {
  const fields = Object.values(type.getFields());
  return {
    fields,
    lists: fields.filter(({ extensions }) => extensions.upstreamCalls !== undefined),
    leaves: fields.filter((field) => !isCompositeType(getNamedType(field.type))),
  };
}

/** Arguments that go together: a window is named in one way, or refused before anything is read. */
function withoutConflicts(args: readonly GraphQLArgument[]): readonly GraphQLArgument[] {
  const names = new Set(args.map(({ name }) => name));
  const isNextToNow = ['last', 'since', 'next'].some((name) => names.has(name));
  const refused = [...(isNextToNow ? ['from', 'to'] : []), ...(names.has('last') ? ['since'] : [])];
  return args.filter(({ name }) => !refused.includes(name));
}

/** The variable's value that a literal stands for; the name of an enum value is its text. */
function asJson(literal: string): unknown {
  const named = literal.replace(/([{,] *)(\w+):/g, '$1"$2":');
  return JSON.parse(named.replace(/(?<!["\w])[A-Z][A-Z0-9_]+(?!["\w])/g, '"$&"'));
}
