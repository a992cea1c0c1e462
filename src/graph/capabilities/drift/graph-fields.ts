/**
 * Finds the graph fields that come from a property of the contract. It reads the schema itself, so it cannot go stale: a graph
 * type has the name of the component it shows, and each of its fields states the property it reads.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { recipeOf } from '../../../executor/resolvers.ts';
import { camelCase } from '../../../platform/text/camel-case.ts';
import type { Reach } from '../../../openapi-diff/change.ts';

/** Facts that fields, arguments and types state in their `extensions`, because nothing else of the schema shows them. */
interface Marks {
  /** Properties that the field is computed from: `WeatherRecord.et0`. */
  computedFrom?: readonly string[];
  /** The operation that the field makes, unless it is a read: `POST /api/v1/observations`. */
  writes?: string;
  /** The response header that the field shows. */
  header?: string;
  /** The parameter or header that an argument or input field becomes, if it has another name. */
  parameter?: string;
  /** Components whose properties the type shows, if it has another name. */
  shows?: readonly string[];
}

/** Reads a schema. Fields and arguments print as their coordinates. */
export function readReach(schema: GraphQLSchema): Reach {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  const inputs = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()));
  /** Input fields that become a parameter or a header, not a property of the body. */
  const marked = inputs.filter((field) => marksOf(field).parameter !== undefined);

  /** Fields that return a component, a list or a connection of it, or are computed from it; not the fields of its own type. */
  const reaching = (component: string) =>
    fields.filter(
      (field) =>
        shows(recordTypeOf(field), component) ||
        (!shows(field.parentType, component) &&
          marksOf(field).computedFrom?.some((property) => property.startsWith(`${component}.`))),
    );

  const results = fields.filter((field) => marksOf(field).writes).flatMap(resultsOf);

  return {
    answer({ component, property }) {
      const name = `${component}.${property}`;
      const feeds = fields.filter((field) => {
        const isShown = shows(field.parentType, component) && showsProperty(field, property);
        return isShown || marksOf(field).computedFrom?.includes(name);
      });
      return feeds.map(String);
    },
    // A measure is null where its value is.
    takesNull: ({ component, property }) =>
      property === 'value' &&
      fields.some(
        (field) => field.args.some(({ name }) => name === 'unit') && shows(getNamedType(field.type), component),
      ),
    request: ({ component, property }) =>
      inputs
        .filter(({ parentType, name }) => parentType.name.endsWith(component) && name === camelCase(property))
        .map(String),
    read: (component) =>
      reaching(component)
        .filter(({ parentType }) => !results.some((type) => type === parentType))
        .map(String),
    argument: (component, parameter) =>
      [...reaching(component).flatMap(({ args }) => args), ...marked]
        .filter((input) => becomes(input, parameter))
        .map(String),
    write: (operation, component) =>
      fields
        .filter((field) => marksOf(field).writes === operation)
        .flatMap((field) => {
          const sent = field.args.map(({ type }) => getNamedType(type));
          const inputs = marked.filter(({ parentType }) => sent.includes(parentType));
          const shown = reaching(component).filter(({ parentType }) =>
            resultsOf(field).some((type) => type === parentType),
          );
          return [field, ...inputs, ...shown].map(String);
        }),
    header: (header) =>
      fields.filter((field) => marksOf(field).header?.toLowerCase() === header.toLowerCase()).map(String),
  };
}

const marksOf = ({ extensions }: { extensions: object }): Marks => extensions;

function becomes(input: GraphQLArgument | GraphQLInputField, parameter: string): boolean {
  const { parameter: own } = marksOf(input);
  return own === undefined ? input.name === camelCase(parameter) : own === parameter;
}

function shows(type: GraphQLNamedType | undefined, component: string): boolean {
  return type?.name === component || (type && marksOf(type).shows?.includes(component)) === true;
}

/** Whether a field shows a property. A field without a known recipe shows the property of its name. */
function showsProperty({ name, resolve }: GraphQLField<unknown, unknown>, property: string): boolean {
  if (resolve === undefined) return name === property;
  const recipe = recipeOf(resolve);
  return recipe && 'property' in recipe ? recipe.property === property : name === camelCase(property);
}

/** The types of a field's result: the members of a union, one by one. */
function resultsOf({ type }: GraphQLField<unknown, unknown>): GraphQLNamedType[] {
  const named = getNamedType(type);
  return isUnionType(named) ? [...named.getTypes()] : [named];
}

/** The type of the records that a field lists: through a connection, that of its nodes. */
function recordTypeOf({ type }: GraphQLField<unknown, unknown>): GraphQLNamedType {
  const named = getNamedType(type);
  const edges = isObjectType(named) ? named.getFields().edges : undefined;
  const edge = edges && getNamedType(edges.type);
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  return node ? getNamedType(node.type) : named;
}
