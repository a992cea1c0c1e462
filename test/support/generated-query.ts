/** Random queries made from the schema: aliases, fragments, merged duplicates, directives, arguments as literals and as variables. */
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
  parseValue,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { oneOf as drawnBy, type Random } from './seeded-random.ts';

export interface GeneratedQuery {
  text: string;
  variables: Record<string, unknown>;
}

const depthMax = 6;
const badLiteralRate = 0.04;
/** Literals of each scalar, including some that the type or its resolver refuses. */
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

/** Whether validation accepts a document; tests ignore documents that it refuses. */
export function isValid(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, undefined, { maxErrors: 1, hideSuggestions: true }).length === 0;
}

/** One query and its variables. It may break the rules of the schema: callers skip what validation refuses. */
export function generateQuery(schema: GraphQLSchema, random: Random): GeneratedQuery {
  const definitions: string[] = [];
  const variables: Record<string, unknown> = {};
  const fragments: string[] = [];
  let aliases = 0;

  const root = drawSelection(schema.getQueryType() as GraphQLNamedType, 0);
  const defined = definitions.length > 0 ? `(${definitions.join(', ')})` : '';
  return { text: [`query Generated${defined} ${root}`, ...fragments].join('\n'), variables };

  function chance(part: number): boolean {
    return random() < part;
  }

  function oneOf<Item>(items: readonly Item[]): Item {
    return drawnBy(random, items);
  }

  function drawSelection(type: GraphQLNamedType, depth: number): string {
    const count = 1 + Math.floor(random() * (depth === 0 ? 3 : 6));
    const parts = Array.from({ length: count }, () => drawPart(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  function drawPart(type: GraphQLNamedType, depth: number): string {
    if (chance(0.06)) return `${drawAlias('__typename', false)}__typename${drawDirectives()}`;
    if (depth < depthMax && chance(0.12)) return drawFragment(type, depth);
    if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
    const { fields, lists, leaves } = fieldsOf(type);
    // The lists of a field matter most, so they are chosen more often than at random.
    if (lists.length > 0 && depth < depthMax && chance(0.6)) return drawField(oneOf(lists), depth);
    const open = depth < depthMax ? fields : leaves;
    return open.length > 0 ? drawField(oneOf(open), depth) : '__typename';
  }

  function drawFragment(type: GraphQLNamedType, depth: number): string {
    const on = isInterfaceType(type) && chance(0.7) ? oneOf(schema.getPossibleTypes(type)) : type;
    const body = drawSelection(on, depth + 1);
    if (chance(0.3)) return `...${drawDirectives()} ${drawSelection(type, depth + 1)}`;
    if (chance(0.5)) return `... on ${on}${drawDirectives()} ${body}`;
    const name = `Part${fragments.length}`;
    fragments.push(`fragment ${name} on ${on} ${body}`);
    return `...${name}${drawDirectives()}${chance(0.3) ? ` ...${name}` : ''}`;
  }

  function drawField(field: GraphQLField<unknown, unknown>, depth: number): string {
    const named = getNamedType(field.type);
    const argumentsText = drawArguments(field.args);
    const head = `${drawAlias(field.name, argumentsText !== '')}${field.name}${argumentsText}${drawDirectives()}`;
    if (!isCompositeType(named)) return head;
    const again = chance(0.1) ? ` ${head} ${drawSelection(named, depth + 1)}` : '';
    return `${head} ${drawSelection(named, depth + 1)}${again}`;
  }

  /** One alias per field and arguments, or validation would refuse nearly all; rarely a name that JavaScript objects have too. */
  function drawAlias(field: string, isNeeded: boolean): string {
    if (chance(0.006)) return `${oneOf(['constructor', 'toString', 'valueOf', '__proto__'])}: `;
    if (isNeeded) return `${field}${aliases++}: `;
    return chance(0.1) ? `other_${field}: ` : '';
  }

  function drawDirectives(): string {
    if (!chance(0.08)) return '';
    const condition = chance(0.5) ? oneOf(['true', 'false']) : drawVariable('Boolean!', chance(0.5));
    return ` @${oneOf(['skip', 'include'])}(if: ${condition})`;
  }

  function drawArguments(args: readonly GraphQLArgument[]): string {
    const chosen = args.filter(({ type, defaultValue }) => {
      return (isNonNullType(type) && defaultValue === undefined) || chance(0.3);
    });
    const drawn = chance(0.1) ? chosen : withoutConflicts(chosen);
    if (drawn.length === 0) return '';
    return `(${drawn.map((arg) => `${arg.name}: ${drawArgument(arg.type)}`).join(', ')})`;
  }

  function drawArgument(type: GraphQLInputType): string {
    const literal = drawLiteral(type);
    if (!chance(0.4)) return literal;
    return drawVariable(String(type), valueFromASTUntyped(parseValue(literal)));
  }

  function drawVariable(type: string, value: unknown): string {
    const name = `v${definitions.length}`;
    definitions.push(`$${name}: ${type}`);
    if (type.endsWith('!') || chance(0.8)) variables[name] = value;
    return `$${name}`;
  }

  function drawLiteral(type: GraphQLInputType): string {
    if (!isNonNullType(type) && chance(0.08)) return 'null';
    const inner = getNullableType(type);
    if (isListType(inner)) {
      const length = 1 + Math.floor(random() * 3);
      return `[${Array.from({ length }, () => drawLiteral(inner.ofType)).join(', ')}]`;
    }
    if (isEnumType(inner)) {
      const names = inner.getValues().map(({ name }) => name);
      return oneOf(chance(badLiteralRate) ? ['UNKNOWN'] : names.filter((name) => name !== 'UNKNOWN'));
    }
    if (isInputObjectType(inner)) return `{ ${drawMembers(inner).join(', ')} }`;
    const { good, bad } = literals[String(inner)] ?? { good: ['null'], bad: ['null'] };
    return oneOf(chance(badLiteralRate) ? bad : good);
  }

  function drawMembers(type: GraphQLInputObjectType): string[] {
    const fields = Object.values(type.getFields());
    const members = type.isOneOf
      ? // Mostly the first, because most fields refuse the others.
        [chance(0.85) ? (fields[0] as (typeof fields)[number]) : oneOf(fields)]
      : fields.filter((field) => (isNonNullType(field.type) && field.defaultValue === undefined) || chance(0.4));
    return members.map(
      (field) =>
        `${field.name}: ${drawLiteral(type.isOneOf ? new GraphQLNonNull(getNullableType(field.type)) : field.type)}`,
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

/** Arguments that fit together: a window in more than one form is refused before anything is read. */
function withoutConflicts(args: readonly GraphQLArgument[]): readonly GraphQLArgument[] {
  const names = new Set(args.map(({ name }) => name));
  const isNextToNow = ['last', 'since', 'next'].some((name) => names.has(name));
  const refused = [...(isNextToNow ? ['from', 'to'] : []), ...(names.has('last') ? ['since'] : [])];
  return args.filter(({ name }) => !refused.includes(name));
}
