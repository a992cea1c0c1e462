/** The schema as composition reads it: what it links, which type has a key, and what other subgraphs may define too. */
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  printSchema,
  type StringValueNode,
} from 'graphql';

/** The version of Federation whose directives are used: the first that hosts of today all know. */
const federationUrl = 'https://specs.apollo.dev/federation/v2.6';
/** Relay's, and those that any subgraph would define alike; so are values with their units. */
const sharedTypes = ['PageInfo', 'GeoPoint', 'Crop'];
const sharedFields = ['value', 'unit'];

/** The SDL of a subgraph whose entity is known by its `id`. Composition refuses two subgraphs that define the same field, unless it is shareable. */
export function subgraphSdl(schema: GraphQLSchema, entity: string): string {
  const { definitions } = parse(printSchema(schema), { noLocation: true });
  const linked = parse(`extend schema @link(url: "${federationUrl}", import: ["@key", "@shareable"])`, {
    noLocation: true,
  });
  return print({ kind: Kind.DOCUMENT, definitions: [...linked.definitions, ...definitions.map(withDirective)] });

  function withDirective(definition: DefinitionNode): DefinitionNode {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    const { name, directives = [] } = definition;
    if (name.value === entity) return { ...definition, directives: [...directives, key] };
    const names = definition.fields?.map((field) => field.name.value) ?? [];
    const isShared = sharedTypes.includes(name.value) || sharedFields.every((field) => names.includes(field));
    if (isShared) return { ...definition, directives: [...directives, directive('shareable')] };
    return definition;
  }
}

function directive(name: string, values: Record<string, string> = {}): ConstDirectiveNode {
  return {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: name },
    arguments: Object.entries(values).map(([argument, text]) => {
      const value: StringValueNode = { kind: Kind.STRING, value: text };
      return { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: argument }, value };
    }),
  };
}

const key = directive('key', { fields: 'id' });
