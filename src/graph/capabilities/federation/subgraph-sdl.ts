/** The schema as composition reads it: what it links, which type has a key, and what other subgraphs may define too. */
import {
  type DefinitionNode,
  type GraphQLSchema,
  Kind,
  type ObjectTypeExtensionNode,
  parse,
  print,
  printSchema,
} from 'graphql';

/** The version of Federation whose directives are used: the first that hosts of today all know. */
const federationUrl = 'https://specs.apollo.dev/federation/v2.6';
/** Relay's, and those that any subgraph would define alike; so are values with their units. */
const sharedTypes = ['PageInfo', 'GeoPoint', 'Crop'];
const sharedFields = ['value', 'unit'];

/** The SDL of a subgraph whose entity is known by its `id`. Composition refuses two subgraphs that define the same field, unless it is shareable. */
export function subgraphSdl(schema: GraphQLSchema, entity: string): string {
  const { definitions } = parse(printSchema(schema), { noLocation: true });
  // Parsed for their directives only: the type names are placeholders.
  const added = parse(
    `extend schema @link(url: "${federationUrl}", import: ["@key", "@shareable"])
    extend type Entity @key(fields: "id")
    extend type Shared @shareable`,
    { noLocation: true },
  );
  const [link, ...marks] = added.definitions as [DefinitionNode, ObjectTypeExtensionNode, ObjectTypeExtensionNode];
  const [key, shareable] = marks.map(({ directives }) => directives);
  return print({ kind: Kind.DOCUMENT, definitions: [link, ...definitions.map(withDirective)] });

  function withDirective(definition: DefinitionNode): DefinitionNode {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    const { name, fields = [] } = definition;
    if (name.value === entity) return { ...definition, directives: key };
    const names = fields.map((field) => field.name.value);
    const isShared = sharedTypes.includes(name.value) || sharedFields.every((field) => names.includes(field));
    return isShared ? { ...definition, directives: shareable } : definition;
  }
}
