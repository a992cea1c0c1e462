/**
 * Which graph fields come from which property of the contract, read from the schema itself, so that it cannot go stale: a graph
 * type is named as the component it shows, and each of its fields says which property it reads.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { programOf } from '../../executor/resolvers.ts';
import { camelCase } from '../../platform/json/camel-case.ts';
import type { Reach } from '../../openapi-diff/change.ts';

/** What fields, arguments and types say of themselves in addition to what is known of them, as their `extensions`. */
interface Marks {
  /** Properties that the field is computed from: `WeatherRecord.et0`. */
  computedFrom?: readonly string[];
  /** The operation that the field makes, where it is no read: `POST /api/v1/observations`. */
  writes?: string;
  /** The header of an answer that it shows. */
  header?: string;
  /** The parameter or header that an argument or input field becomes, where it is not named as that. */
  parameter?: string;
  /** Components whose properties the type shows, where it is not named as the one it shows. */
  shows?: readonly string[];
}

/** Reads a schema. */
export function readReach(schema: GraphQLSchema): Reach {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const objects = types.filter(isObjectType);
  const fields = objects.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

  /** Input fields that become a parameter or a header, and no property of a body. */
  const marked = types
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => marksOf(field).parameter !== undefined);

  /** Fields of a type, lists of it and connections over it; not what records of it say themselves. */
  const reaching = (component: string) =>
    fields.filter(
      ({ type, field }) =>
        shows(recordTypeOf(field), component) ||
        (!shows(type, component) &&
          marksOf(field).computedFrom?.some((property) => property.startsWith(`${component}.`))),
    );

  return {
    answer({ component, property }) {
      const name = `${component}.${property}`;
      return fields
        .filter(({ type, field }) => {
          const isShown = shows(type, component) && propertyOf(field) === property;
          return isShown || marksOf(field).computedFrom?.includes(name);
        })
        .map(({ type, field }) => coordinate(type, field));
    },
    request({ component, property }) {
      return types
        .filter(isInputObjectType)
        .filter(({ name }) => name.endsWith(component))
        .filter((type) => Object.hasOwn(type.getFields(), camelCase(property)))
        .map((type: GraphQLInputObjectType) => `${type.name}.${camelCase(property)}`);
    },
    record: (component) => reaching(component).map(({ type, field }) => coordinate(type, field)),
    argument: (component, parameter) => [
      ...reaching(component).flatMap(({ type, field }) =>
        field.args
          .filter((argument) => becomes(argument, parameter))
          .map(({ name }) => `${coordinate(type, field)}(${name}:)`),
      ),
      ...marked.filter(({ field }) => becomes(field, parameter)).map(({ type, field }) => `${type.name}.${field.name}`),
    ],
    operation: (operation) =>
      fields
        .filter(({ field }) => marksOf(field).writes === operation)
        .flatMap(({ type, field }) => {
          const inputs = field.args.map((argument) => getNamedType(argument.type));
          const own = marked.filter((input) => inputs.includes(input.type));
          return [coordinate(type, field), ...own.map((input) => `${input.type.name}.${input.field.name}`)];
        }),
    header: (header) =>
      fields
        .filter(({ field }) => marksOf(field).header?.toLowerCase() === header.toLowerCase())
        .map(({ type, field }) => coordinate(type, field)),
  };
}

const marksOf = ({ extensions }: { extensions: object }): Marks => extensions;

function becomes(input: GraphQLArgument | GraphQLInputField, parameter: string): boolean {
  const { parameter: own } = marksOf(input);
  return own === undefined ? input.name === camelCase(parameter) : own === parameter;
}

function shows(type: GraphQLNamedType, component: string): boolean {
  return type.name === component || marksOf(type).shows?.includes(component) === true;
}

/** The property that a field shows. One of which nothing is known shows the property of its name. */
function propertyOf({ name, resolve }: GraphQLField<unknown, unknown>): string {
  if (resolve === undefined) return name;
  const program = programOf(resolve);
  return program !== undefined && 'property' in program ? program.property : snakeCase(name);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The type of the records that a field lists: through a connection, that of its nodes. */
function recordTypeOf({ type }: GraphQLField<unknown, unknown>): GraphQLNamedType {
  const named = getNamedType(type);
  const edges = isObjectType(named) ? named.getFields().edges : undefined;
  const edge = edges && getNamedType(edges.type);
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  return node ? getNamedType(node.type) : named;
}

function coordinate(type: GraphQLObjectType, { name }: GraphQLField<unknown, unknown>): string {
  return `${type.name}.${name}`;
}
