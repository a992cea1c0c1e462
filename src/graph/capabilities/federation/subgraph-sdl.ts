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

/** The version of Federation whose directives are used: the first that all current hosts support. */
const federationUrl = 'https://specs.apollo.dev/federation/v2.6';
/** Types that any subgraph would define in the same way, Relay's included. Types of a value with its unit are shared too. */
const sharedTypes = ['PageInfo', 'GeoPoint', 'Crop'];
const sharedFields = ['value', 'unit'];

/** The SDL of a subgraph with `id` as the key of its entity. Composition refuses a field of two subgraphs unless it is shareable. */
export function subgraphSdl(schema: GraphQLSchema, entity: string): string {
  const { definitions } = parse(printSchema(schema), { noLocation: true });
  // Parsed for their directives only: the type names are placeholders.
  const added = parse(
    `extend schema @link(url: "${federationUrl}", import: ["@key", "@shareable"])
    extend type Entity @key(fields: "id")
    extend type Shared @shareable
    directive @oneOf on INPUT_OBJECT`,
    { noLocation: true },
  );
  type Extension = ObjectTypeExtensionNode;
  const [link, keyed, shared, oneOf] = added.definitions as [DefinitionNode, Extension, Extension, DefinitionNode];
  // `printSchema` leaves out the definition of @oneOf, and Apollo's composition needs it.
  return print({ kind: Kind.DOCUMENT, definitions: [link, oneOf, ...definitions.map(withDirective)] });

  function withDirective(definition: DefinitionNode): DefinitionNode {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    const { name, fields = [] } = definition;
    if (name.value === entity) return { ...definition, directives: keyed.directives };
    const names = fields.map((field) => field.name.value);
    const isShared = sharedTypes.includes(name.value) || sharedFields.every((field) => names.includes(field));
    return isShared ? { ...definition, directives: shared.directives } : definition;
  }
}
